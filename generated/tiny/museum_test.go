package tiny

import (
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
)

func TestMuseum(t *testing.T) {
	proptests.Museum(t, os.DirFS("../../proptests/museum"),
		linesSubject(), ringSubject())
}
