import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { MediaFile, ReferenceData } from '../../../core/document/project-data.ts';
import type { Frames } from '../../reading/frames.ts';
import { referenceOf } from '../../state/reference/edit-reference.ts';
import { framesOf, shownFrame } from '../../state/reference/reference-frames.ts';
import type { Studio } from '../../state/studio.ts';
import { settleNotice, tellFailure } from '../../state/window/notify.ts';

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

/** What the animator poses by, fixed to the view. */
export interface ReferenceLayer {
  /** Shows the frame of the playhead, or the one before it until that is decoded. */
  show(): void;
}

/** What is being shown: the files, what was read of them, and the frame that the texture has. */
interface Shown {
  readonly files: readonly MediaFile[];
  readonly canvas: OffscreenCanvas;
  frames: Frames | null;
  /** -1 before the first one is drawn. */
  drawn: number;
  isDrawing: boolean;
}

/** `arrived` is called when another frame can be drawn. */
export function createReferenceLayer(scene: Scene, studio: Studio, arrived: () => void): ReferenceLayer {
  let mesh: Mesh | null = null;
  let material: ShaderMaterial | null = null;
  let texture: DynamicTexture | null = null;
  let shown: Shown | null = null;

  function build(): ShaderMaterial {
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
  }

  function open({ name, files }: ReferenceData): Shown {
    const begun: Shown = { files, canvas: new OffscreenCanvas(1, 1), frames: null, drawn: -1, isDrawing: false };
    void read(begun, name);
    return begun;
  }

  async function read(begun: Shown, name: string): Promise<void> {
    try {
      begun.frames = await framesOf(studio, begun.files);
      if (shown === begun) settleNotice(studio, 'opening');
      arrived();
    } catch (error) {
      if (shown === begun) tellFailure(studio, 'opening', error, { file: name, failed: 'is not shown' });
    }
  }

  /** Has the frame of the playhead drawn; while that is done, what is asked for meanwhile waits, and only the last of it is drawn. */
  async function draw(present: Shown, frames: Frames, index: number, name: string): Promise<void> {
    present.isDrawing = true;
    try {
      await frames.draw(index, present.canvas);
      if (shown === present) upload(present.canvas);
    } catch (error) {
      if (shown === present) tellFailure(studio, 'opening', error, { file: name, failed: 'is not shown at this frame' });
    }
    // A frame that cannot be decoded is not tried again and again.
    present.drawn = index;
    present.isDrawing = false;
    arrived();
  }

  function upload(canvas: OffscreenCanvas): void {
    const size = texture?.getSize();
    if (size?.width !== canvas.width || size.height !== canvas.height || texture?.getContext().canvas !== canvasOf(canvas)) {
      texture?.dispose();
      texture = new DynamicTexture('reference', canvasOf(canvas), scene, true);
      material ??= build();
      material.setTexture('picture', texture);
    }
    texture.update(true);
  }

  return {
    show: () => {
      const state = studio.getState();
      const reference = referenceOf(state);
      if (!reference?.isShown || reference.opacity === 0) {
        mesh?.setEnabled(false);
        return;
      }
      if (shown?.files !== reference.files) shown = open(reference);
      const { frames, drawn, isDrawing } = shown;
      const wanted = frames && shownFrame(reference, frames, state.session.playback.time);
      if (frames && wanted !== null && wanted !== drawn && !isDrawing) void draw(shown, frames, wanted, reference.name);
      const isReady = drawn >= 0 && texture !== null;
      mesh?.setEnabled(isReady);
      if (!isReady) return;
      const { width, height } = texture!.getSize();
      const engine = scene.getEngine();
      const aspect = engine.getRenderWidth() / engine.getRenderHeight();
      const [right, up] = reference.offset;
      const frame = new Vector4((2 * right) / aspect, 2 * up, (reference.size * width) / height / aspect, reference.size);
      material!.setVector4('frame', frame);
      material!.setFloat('opacity', reference.opacity);
    },
  };
}

/** Babylon draws from canvases of either kind. */
function canvasOf(canvas: OffscreenCanvas): HTMLCanvasElement {
  return canvas as unknown as HTMLCanvasElement;
}
