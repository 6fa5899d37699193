package mem

import vkrt "github.com/allocgen/allocgen/runtime"

func (a *SharedArena) CreateBuffer(info vkrt.BufferInfo) (vkrt.Buffer, SharedHandle, Failure) {
	return create(a.device, info, a.AllocFor, a.Memory, a.Offset, a.Free)
}

func (a *SharedArena) DestroyBuffer(h SharedHandle, b vkrt.Buffer) Failure {
	a.device.DestroyBuffer(b)
	return a.Free(h)
}

func (a *SharedArena) CopyOut(h SharedHandle, offset uint64, dst []byte) Failure {
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
