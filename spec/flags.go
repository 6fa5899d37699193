package spec

// A Flag is a wish that a request of the generated package can name.
type Flag struct {
	Name string // of the constant
	Bit  uint8  // its value, the same in every package
	Doc  string // as a clause
}

// The bits of flags that not every package has. Those of the strategies are
// the bits of the words.
const upperBit = 1 << 3

// flags is every flag, in the order of their bits.
var flags = []Flag{
	{"MinMemory", 1 << 0, "takes the smallest free range that fits"},
	{"MinOffset", 1 << 1, "takes the lowest offset that fits"},
	{"MinTime", 1 << 2, "takes a free range that is found soon"},
	{"Upper", upperBit, "places the region from the top of its block"},
	{"Dedicated", 1 << 4, "gives the region memory of its own"},
	{"NeverAllocate", 1 << 5, "allows no new memory"},
}

// Flags returns the flags that the package has, in the order of their bits.
func (p *Plan) Flags() (of []Flag) {
	offered := p.flagBits()
	for _, f := range flags {
		if f.Bit >= 1<<4 || offered&f.Bit != 0 {
			of = append(of, f)
		}
	}
	return of
}

// flagBits returns the bits of the flags that depend on what pools there are:
// the strategies of those that offer a choice, and Upper.
func (p *Plan) flagBits() (bits uint8) {
	for _, a := range p.Arenas {
		for _, q := range a.Pools {
			if s := q.strategies(); s&(s-1) != 0 {
				bits |= s
			}
			if q.HasUpper() {
				bits |= upperBit
			}
		}
	}
	return bits
}

// strategies returns the bits of the strategies that the pool has.
func (p Pool) strategies() uint8 {
	if p.Kind != TLSF {
		return 0
	}
	return uint8(p.Uint("strategies"))
}
