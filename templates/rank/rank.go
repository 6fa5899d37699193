// Package rank gives the nodes of treaps their heap order.
package rank

// Of returns the rank of node i: its index, mixed ("lowbias32" of the
// hash-prospector project). It stands in for a random number, so that the
// same calls always build the same tree.
func Of(i uint32) uint32 {
	i = (i ^ i>>16) * 0x7feb352d
	i = (i ^ i>>15) * 0x846ca68b
	return i ^ i>>16
}
