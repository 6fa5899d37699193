package vkrt

import (
	"encoding/json"
	"strconv"
)

// Append appends the profile as a file, which [ReadProfile] reads back as an
// equal profile. The form is canonical: equal profiles give the same bytes.
// What has its default is left out: an empty text, no deviations, a limit as
// Vulkan guarantees it.
func (p Profile) Append(dst []byte) []byte {
	dst = appendText(append(dst, "{\n  \"name\": "...), p.Name)
	for _, text := range []struct{ key, value string }{
		{"vendor", p.Vendor},
		{"device_type", p.DeviceType.String()},
		{"api_version", p.APIVersion},
		{"driver", p.Driver},
	} {
		if text.value != "" {
			dst = appendText(appendKey(dst, text.key), text.value)
		}
	}
	if p.MemoryBudget {
		dst = append(appendKey(dst, "memory_budget"), "true"...)
	}
	if len(p.Deviations) > 0 {
		dst = appendTexts(appendKey(dst, "deviations"), p.Deviations)
	}
	dst = append(appendKey(dst, "heaps"), '[')
	for i, h := range p.Heaps {
		dst = strconv.AppendUint(append(appendItem(dst, i), `{"size": `...), h.Size, 10)
		dst = appendTexts(append(dst, `, "flags": `...), splitFlags(uint32(h.Flags), heapWords))
		dst = append(dst, '}')
	}
	dst = append(appendKey(append(dst, "\n  ]"...), "types"), '[')
	for i, t := range p.Types {
		dst = strconv.AppendUint(append(appendItem(dst, i), `{"heap": `...), uint64(t.Heap), 10)
		dst = appendTexts(append(dst, `, "flags": `...), splitFlags(uint32(t.Flags), memoryWords))
		dst = append(dst, '}')
	}
	dst = append(dst, "\n  ]"...)
	return append(p.Limits.append(dst), "\n}\n"...)
}

// append appends the key limits, if there is one to write.
func (l Limits) append(dst []byte) []byte {
	n := 0
	for _, row := range limits {
		value := row.get(&l)
		if value == row.guaranteed {
			continue
		}
		if n == 0 {
			dst = append(appendKey(dst, "limits"), '{')
		}
		dst = append(append(append(appendItem(dst, n), '"'), row.key...), `": `...)
		dst = strconv.AppendUint(dst, value, 10)
		n++
	}
	if n > 0 {
		dst = append(dst, "\n  }"...)
	}
	return dst
}

// appendKey starts a key of the profile that is not the first.
func appendKey(dst []byte, key string) []byte {
	return append(append(append(dst, ",\n  \""...), key...), `": `...)
}

// appendItem starts the line of an item of a list or a key of the limits.
func appendItem(dst []byte, index int) []byte {
	if index > 0 {
		dst = append(dst, ',')
	}
	return append(dst, "\n    "...)
}

func appendTexts(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendText(dst, text)
	}
	return append(dst, ']')
}

// appendText appends a JSON string. Bytes that are not UTF-8 become U+FFFD.
func appendText(dst []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string is always JSON
	}
	return append(dst, quoted...)
}
