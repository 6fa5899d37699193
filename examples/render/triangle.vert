// The colour of each pixel says where the pixel is.
#version 450

const float side = 256; // of the picture, in pixels

layout(location = 0) in vec2 place; // in pixels, from the upper left corner
layout(location = 0) out vec3 colour;

void main() {
	gl_Position = vec4(place / side * 2 - 1, 0, 1);
	colour = vec3(place - 0.5, 128) / 255; // the centre of pixel 0 is at 0.5
}
