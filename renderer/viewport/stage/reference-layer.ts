import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ReferenceImage } from '../../../electron/contract.ts';

/** `frame`: middle and half sizes of the picture, in shares of the view's half sizes. It lies before the backdrop and behind all else. */
const VERTEX = `
precision highp float;
attribute vec3 position;
uniform vec4 frame;
varying vec2 at;
void main() {
  at = 0.5 * position.xy + 0.5;
  gl_Position = vec4(frame.xy + position.xy * frame.zw, 0.99998, 1.0);
}`;

const FRAGMENT = `
precision highp float;
varying vec2 at;
uniform sampler2D picture;
uniform float opacity;
void main() {
  vec4 colour = texture2D(picture, at);
  gl_FragColor = vec4(colour.rgb, colour.a * opacity);
}`;

/** The picture that the animator poses by, fixed to the view. */
export interface ReferenceLayer {
  show(reference: ReferenceImage | null): void;
}

/** `arrived` is called when a picture can be drawn. */
export function createReferenceLayer(scene: Scene, arrived: () => void): ReferenceLayer {
  let mesh: Mesh | null = null;
  let material: ShaderMaterial | null = null;
  let texture: Texture | null = null;
  let source = '';
  const build = (): ShaderMaterial => {
    mesh = new Mesh('reference', scene);
    const shape = new VertexData();
    shape.positions = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
    shape.indices = [0, 1, 2, 0, 2, 3];
    shape.applyToMesh(mesh);
    const built = new ShaderMaterial(
      'reference',
      scene,
      { vertexSource: VERTEX, fragmentSource: FRAGMENT },
      { attributes: ['position'], uniforms: ['frame', 'opacity'], samplers: ['picture'], needAlphaBlending: true },
    );
    built.backFaceCulling = false;
    built.disableDepthWrite = true;
    mesh.material = built;
    // Before all other see-through things.
    mesh.alphaIndex = -1;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    return built;
  };
  const load = (picture: string): void => {
    texture?.dispose();
    source = picture;
    texture = new Texture(picture, scene, { noMipmap: false, onLoad: arrived });
    material ??= build();
    material.setTexture('picture', texture);
  };
  return {
    show: (reference) => {
      const isShown = reference?.isShown === true && reference.opacity > 0;
      if (!isShown) {
        mesh?.setEnabled(false);
        return;
      }
      if (reference.picture !== source) load(reference.picture);
      const { width, height } = texture!.getSize();
      const isReady = texture!.isReady() && height > 0;
      mesh!.setEnabled(isReady);
      if (!isReady) return;
      const engine = scene.getEngine();
      const aspect = engine.getRenderWidth() / engine.getRenderHeight();
      const [right, up] = reference.offset;
      const frame = new Vector4((2 * right) / aspect, 2 * up, (reference.size * width) / height / aspect, reference.size);
      material!.setVector4('frame', frame);
      material!.setFloat('opacity', reference.opacity);
    },
  };
}
