package maximal

import (
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
)

func TestMain(m *testing.M) { os.Exit(proptests.Main(m, "../../docs/small_scope.md")) }
