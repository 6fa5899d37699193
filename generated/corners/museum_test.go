package corners

import (
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
)

func TestMuseum(t *testing.T) {
	proptests.Museum(t, os.DirFS("../../proptests/museum"),
		bytesSubject(), exactSubject(), fifthSubject(), granulesSubject(), ladderSubject(),
		ownSubject(), periodSubject(), shrunkSubject(), watermarkSubject())
}
