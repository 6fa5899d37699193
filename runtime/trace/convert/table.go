package convert

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// columns are the places of a table's columns, by their names in lower case.
type columns map[string]int

// synonyms are other names of columns. An end is the last moment of a life, upper
// the first one behind it.
var synonyms = map[string]string{"begin": "lower", "start": "lower", "end": "upper"}

// header reads the names of columns from a line.
func header(line string) columns {
	c := columns{}
	for i, name := range strings.Split(line, ",") {
		name = strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))
		c[name] = i
		if other, ok := synonyms[name]; ok {
			c[other] = i
		}
	}
	return c
}

func (c columns) have(names ...string) bool {
	for _, name := range names {
		if _, ok := c[name]; !ok {
			return false
		}
	}
	return true
}

// row is a line of a table.
type row struct {
	columns columns
	fields  []string
	line    int // from 1
}

// eachRow reads the lines below a table's header.
func eachRow(src []byte, see func(row) error) error {
	lines := csv.NewReader(bytes.NewReader(src))
	lines.TrimLeadingSpace = true
	names, err := lines.Read()
	if err != nil {
		return inLine(err)
	}
	c := header(strings.Join(names, ","))
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return inLine(err)
		}
		line, _ := lines.FieldPos(0)
		if err := see(row{c, fields, line}); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}

// inLine puts the line of an error of the CSV reader first.
func inLine(err error) error {
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d: %w", wrong.Line, wrong.Err)
	}
	return err
}

// text returns a field, "" of a column that the table does not have.
func (r row) text(column string) string {
	if i, ok := r.columns[column]; ok {
		return strings.TrimSpace(r.fields[i])
	}
	return ""
}

// number returns a field that counts bytes.
func (r row) number(column string) (uint64, error) {
	n, err := strconv.ParseUint(r.text(column), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s %.30q is not a number from 0 to 18446744073709551615", column, r.text(column))
	}
	return n, nil
}

// moment returns a field that is a time.
func (r row) moment(column string) (int64, error) {
	n, err := strconv.ParseInt(r.text(column), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s %.30q is not a whole number", column, r.text(column))
	}
	return n, nil
}
