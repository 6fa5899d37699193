package spec

import (
	"strings"
	"testing"
)

func TestTopics(t *testing.T) {
	for asked, want := range map[string]string{
		"arenas.pools.tlsf.strategy":  "arenas.pools.tlsf.strategy",
		"pools.tlsf.strategy":         "arenas.pools.tlsf.strategy",
		"pools.strategy":              "arenas.pools.tlsf.strategy",
		"strategy":                    "arenas.pools.tlsf.strategy",
		"linear.strategy":             "arenas.pools.linear.strategy",
		"alignment":                   "arenas.alignment",
		"require":                     "arenas.memory.require",
		"count":                       "concurrency.streams.count",
		"errors.code":                 "errors.code",
		"errors":                      "errors",
		"block_size":                  "arenas.pools.policy.adaptive.block_size; arenas.pools.policy.fixed.block_size; arenas.pools.policy.pooled.block_size",
		"fixed.block_size":            "arenas.pools.policy.fixed.block_size",
		"max_size":                    "arenas.pools.tlsf.max_size+arenas.pools.linear.max_size+arenas.pools.strategy.max_size",
		"tlsf.pools.strategy":         "",
		"memory.strategy":             "",
		"pools":                       "arenas.pools",
		"pools.":                      "",
		"":                            "",
		".":                           "",
		"tlsf":                        "",
		"arenas.arenas.alignment":     "",
		"arenas.device.alignment":     "",
		"concurrency.streams.count.x": "",
	} {
		var got []string
		for _, topic := range Topics(asked) {
			got = append(got, strings.Join(topic.Paths, "+"))
			if len(topic.Places) != len(topic.Paths) {
				t.Errorf("%q has the paths %v in the places %v", asked, topic.Paths, topic.Places)
			}
		}
		if found := strings.Join(got, "; "); found != want {
			t.Errorf("%q is %q, want %q", asked, found, want)
		}
	}
}

func TestEveryFieldIsATopic(t *testing.T) {
	paths := map[string]bool{}
	for _, f := range Fields() {
		if paths[f.Path()] {
			t.Errorf("two fields have the path %s", f.Path())
		}
		paths[f.Path()] = true
		found := false
		for _, topic := range Topics(f.Path()) {
			found = found || topic.Field.Reference() == f.Reference()
		}
		if !found {
			t.Errorf("%s explains another field", f.Path())
		}
	}
}

func TestExplainCondition(t *testing.T) {
	for ref, want := range map[string]string{
		"OutOfSpace":       "OutOfSpace, number 16: nothing fits",
		"Call":             "- Call.device_lost: the device is lost\n",
		"Call.device_lost": "Call.device_lost: the device is lost.\n\nA case of Call, number 24",
		"Closed":           "carry nothing beside their code",
		"LivePools":        "depending on the spec: Close.\n\nIts failures carry:\n\n- count (pools)\n",
	} {
		if text, known := ExplainCondition(ref); !known || !strings.Contains(text, want) {
			t.Errorf("%s is explained as %q, without %q", ref, text, want)
		}
	}
	for _, ref := range []string{"", "Closd", "Call.nothing", "Closed.", "call"} {
		if text, known := ExplainCondition(ref); known {
			t.Errorf("%q is explained as %q", ref, text)
		}
	}
}
