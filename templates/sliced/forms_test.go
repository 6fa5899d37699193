package sliced

import "testing"

// TestAccepts: the sizes that are accepted are those of a slice, of a page hardly
// wasted where there is no cap, and none above.
func TestAccepts(t *testing.T) {
	if PageBytes > pageSize || PageBytes%alignment != 0 || PageBytes < pageSize && (PageBytes > maxPoolSize || maxPoolSize-PageBytes >= alignment) {
		t.Errorf("a page of %d bytes", uint64(PageBytes))
	}
	if most := uint64(maxPoolSize) / max(PageBytes, 1); PageBytes == 0 != (MaxPages == 0) || PageBytes != 0 && MaxPages != most {
		t.Errorf("%d pages, want %d", uint64(MaxPages), most)
	}
	for _, near := range []uint64{1, maxSliceSize, pageSize, PageBytes, PageBytes / 5 * 4, PageBytes/5*4 + 5} {
		for size := near - min(near, 3); size <= near+3; size++ {
			want := size <= min(maxSliceSize, pageSize)
			if PageBytes != 0 {
				want = want && size <= PageBytes || maxPoolSize == 1<<64-1 && size <= PageBytes && 5*size > 4*PageBytes
			}
			if Accepts(size) != want {
				t.Errorf("%d bytes are accepted: %t", size, !want)
			}
		}
	}
	if most := Limit(); !Accepts(most) || Accepts(most+1) {
		t.Errorf("the limit is %d", most)
	}
}
