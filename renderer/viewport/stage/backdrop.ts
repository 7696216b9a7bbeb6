import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Colour, Palette } from '../palette.ts';

const VERTEX = `
precision highp float;
attribute vec3 position;
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = vec4(position.xy, 0.99999, 1.0);
}`;

/** A glow behind the figure that falls off towards the corners; a little noise keeps the gradient free of bands. */
const FRAGMENT = `
precision highp float;
varying vec2 place;
uniform vec3 top;
uniform vec3 bottom;
float noise(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
void main() {
  float glow = exp(-1.1 * dot(place - vec2(0.0, 0.15), (place - vec2(0.0, 0.15)) * vec2(0.7, 1.0)));
  vec3 colour = mix(bottom, top, glow);
  gl_FragColor = vec4(colour + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}`;

export interface Backdrop {
  setVisible(visible: boolean): void;
  setColours(palette: Palette): void;
}

/** The studio's background: one triangle behind everything. */
export function createBackdrop(scene: Scene): Backdrop {
  const mesh = new Mesh('backdrop', scene);
  const shape = new VertexData();
  shape.positions = [-1, -1, 0, 3, -1, 0, -1, 3, 0];
  shape.indices = [0, 1, 2];
  shape.applyToMesh(mesh);
  const material = new ShaderMaterial(
    'backdrop',
    scene,
    { vertexSource: VERTEX, fragmentSource: FRAGMENT },
    { attributes: ['position'], uniforms: ['top', 'bottom'] },
  );
  material.backFaceCulling = false;
  mesh.material = material;
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.isPickable = false;
  return {
    setVisible: (visible) => mesh.setEnabled(visible),
    setColours: ({ backdropTop, backdropBottom }) => {
      material.setVector3('top', rgb(backdropTop));
      material.setVector3('bottom', rgb(backdropBottom));
    },
  };
}

function rgb([red, green, blue]: Colour): Vector3 {
  return new Vector3(red, green, blue);
}
