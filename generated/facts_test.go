package generated

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
)

// facts are what is so in every request of a method.
type facts struct {
	noFlags bool // it asks for nothing but size and alignment
	noOwn   bool // no resource requires or prefers memory of its own
	linear  bool // it is for no optimal image
	unbound bool // no resource is bound to it at once
}

// factsOf is those of the methods that make requests.
var factsOf = map[string]facts{
	"New":          {noFlags: true, noOwn: true, linear: true, unbound: true},
	"Alloc":        {noFlags: true, noOwn: true, linear: true, unbound: true},
	"AllocWith":    {noOwn: true, linear: true, unbound: true},
	"AllocFor":     {unbound: true},
	"AllocIn":      {noOwn: true, linear: true, unbound: true},
	"AllocForIn":   {unbound: true},
	"CreatePool":   {noFlags: true, noOwn: true, linear: true, unbound: true},
	"CreateBuffer": {noFlags: true, linear: true},
	"CreateImage":  {noFlags: true},
}

// The conditions that facts decide.
var (
	asksFlag  = regexp.MustCompile(`^((r\.)?flags & (\w+|\(\w+( \| \w+)*\))|flags) != 0$`)
	lacksFlag = regexp.MustCompile(`^(r\.)?flags & \w+ == 0$`)
	wantsOwn  = []string{"r.needs.RequiresDedicated", "r.needs.PrefersDedicated"}
)

// whether evaluates a condition as far as the facts decide it.
func (f facts) whether(e ast.Expr) (whether, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.whether(e.X)
	case *ast.UnaryExpr:
		whether, ok = f.whether(e.X)
		return !whether, ok && e.Op == token.NOT
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			left, leftKnown := f.whether(e.X)
			right, rightKnown := f.whether(e.Y)
			decides := e.Op == token.LOR
			if leftKnown && left == decides || rightKnown && right == decides {
				return decides, true
			}
			return !decides, leftKnown && rightKnown
		}
	}
	switch text := types.ExprString(e); {
	case asksFlag.MatchString(text):
		return false, f.noFlags
	case lacksFlag.MatchString(text):
		return true, f.noFlags
	case slices.Contains(wantsOwn, text):
		return false, f.noOwn
	case text == "r.needs.Kind == vkrt.Optimal":
		return false, f.linear
	case text == "r.needs.Kind != vkrt.Optimal":
		return true, f.linear
	case text == "r.bind":
		return false, f.unbound
	}
	return false, false
}
