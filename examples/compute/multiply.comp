// z = x y for square matrices of n rows, stored row by row. A workgroup makes a
// tile of z: it walks along the tiles of x and y that lead there, each of which
// it reads once into memory that the invocations share.
#version 450

const uint tile = 8; // divides n; 64 invocations are what every device has

layout(local_size_x = tile, local_size_y = tile) in;

layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) readonly buffer Y { float y[]; };
layout(binding = 2) writeonly buffer Z { float z[]; };
layout(push_constant) uniform Shape { uint n; };

shared float xs[tile][tile];
shared float ys[tile][tile];

void main() {
	uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
	uint i = gl_LocalInvocationID.y, j = gl_LocalInvocationID.x;
	float sum = 0;
	for (uint at = 0; at < n; at += tile) {
		xs[i][j] = x[row * n + at + j];
		ys[i][j] = y[(at + i) * n + column];
		barrier();
		for (uint k = 0; k < tile; k++) sum += xs[i][k] * ys[k][j];
		barrier();
	}
	z[row * n + column] = sum;
}
