package tinygpu

import (
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
)

func TestMuseum(t *testing.T) {
	proptests.Museum(t, os.DirFS("../../proptests/museum"),
		guardedSubject())
}
