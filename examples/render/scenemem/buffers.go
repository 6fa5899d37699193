package scenemem

import vkrt "github.com/allocgen/allocgen/runtime"

func (a *VerticesArena) CreateBuffer(info vkrt.BufferInfo) (vkrt.Buffer, VerticesHandle, Failure) {
	return create(a.device, info, a.AllocFor, a.Memory, a.Offset, a.Free)
}

func (a *VerticesArena) DestroyBuffer(h VerticesHandle, b vkrt.Buffer) Failure {
	a.device.DestroyBuffer(b)
	return a.Free(h)
}

func (a *VerticesArena) CopyIn(h VerticesHandle, offset uint64, src []byte) Failure {
	n, _ := a.Block(h)
	size, _ := a.BlockSize(n)
	m, _ := a.Memory(h)
	at, _ := a.Offset(h)
	bytes, _ := a.device.Map(m, size)
	copy(bytes[at+offset:], src)
	a.device.Unmap(m)
	return Failure{}
}

func (a *ReadbackArena) CreateBuffer(info vkrt.BufferInfo) (vkrt.Buffer, ReadbackHandle, Failure) {
	return create(a.device, info, a.AllocFor, a.Memory, a.Offset, a.Free)
}

func (a *ReadbackArena) DestroyBuffer(h ReadbackHandle, b vkrt.Buffer) Failure {
	a.device.DestroyBuffer(b)
	return a.Free(h)
}

func (a *ReadbackArena) CopyOut(h ReadbackHandle, offset uint64, dst []byte) Failure {
	n, _ := a.Block(h)
	size, _ := a.BlockSize(n)
	m, _ := a.Memory(h)
	at, _ := a.Offset(h)
	bytes, _ := a.device.Map(m, size)
	copy(dst, bytes[at+offset:])
	a.device.Unmap(m)
	return Failure{}
}

func create[H any](d *vkrt.Device, info vkrt.BufferInfo, alloc func(vkrt.Requirements) (H, Failure),
	memory func(H) (vkrt.Memory, Failure), offset func(H) (uint64, Failure), free func(H) Failure) (vkrt.Buffer, H, Failure) {
	b, _ := d.CreateBuffer(info)
	h, failure := alloc(d.BufferRequirements(b))
	if failure.Failed() {
		d.DestroyBuffer(b)
		return 0, h, failure
	}
	m, _ := memory(h)
	at, _ := offset(h)
	d.BindBuffer(b, m, at)
	return b, h, Failure{}
}

func (a *ImagesArena) CreateImage(info vkrt.ImageInfo) (vkrt.Image, ImagesHandle, Failure) {
	i, _ := a.device.CreateImage(info)
	h, failure := a.AllocFor(a.device.ImageRequirements(i, info.Kind()))
	if failure.Failed() {
		a.device.DestroyImage(i)
		return 0, h, failure
	}
	m, _ := a.Memory(h)
	at, _ := a.Offset(h)
	a.device.BindImage(i, m, at)
	return i, h, Failure{}
}

func (a *ImagesArena) DestroyImage(h ImagesHandle, i vkrt.Image) Failure {
	a.device.DestroyImage(i)
	return a.Free(h)
}
