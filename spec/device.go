package spec

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// readDevice returns the profile that a decoded spec pins, nil if it pins none
// or the profile is not sound, which is reported.
func readDevice(r *reporter, file *object, open func(path string) ([]byte, error)) *vkrt.Profile {
	device := file.value("device")
	if !device.ok || device.text == "" {
		return nil
	}
	src, err := open(filepath.Join(filepath.Dir(r.source.name), filepath.FromSlash(device.text)))
	if err != nil {
		r.report(ruleDevice, device.at, fmt.Sprintf("cannot read %s: %s", device.text, printable(err)),
			"the path is taken from the spec's directory")
		return nil
	}
	profile, err := vkrt.ReadProfile(device.text, src)
	var unread *vkrt.ProfileError
	if errors.As(err, &unread) {
		for _, p := range unread.Problems {
			r.report(ruleDevice, device.at, printable(fmt.Errorf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)), "")
		}
		return nil
	}
	broken := profile.Verify()
	for _, v := range broken {
		hint := "correct the profile, or list the rule in its deviations if the device breaks it"
		if slices.ContainsFunc(vkrt.Rules(), func(rule vkrt.Rule) bool { return rule.ID == v.Rule && rule.Malformed }) {
			hint = "correct the profile: no allocator can work with such a device"
		}
		r.report(ruleDevice, device.at, printable(fmt.Errorf("%s: %w", device.text, v)), hint)
	}
	if len(broken) > 0 {
		return nil
	}
	return &profile
}
