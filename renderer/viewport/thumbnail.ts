import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { WorldTransforms } from '../../core/skeleton/forward-kinematics.ts';
import { presetOrbit } from '../tools/geometry/camera-presets.ts';
import type { Sphere } from '../tools/geometry/figure-bounds.ts';
import { frameSphere, type Orbit } from '../tools/geometry/orbit.ts';
import type { Figure } from './character/figure.ts';
import { bringUpToDate } from './drawing/figure-material.ts';
import { readPixels } from './read-pixels.ts';
import { placeCamera } from './stage/camera.ts';
import type { Stage } from './stage/stage.ts';

/** Nothing stands behind the figure: a picture suits whatever it is shown on. */
const BACKGROUND = new Color4(0, 0, 0, 0);

/** Pictures are drawn this many times larger and then smoothed. */
const OVERSAMPLING = 2;

/**
 * A square picture of the figure with its joints at `world`, as a PNG data URL. It has been drawn when this returns, before the
 * promise is settled; of what is inside `sphere`, by default the whole figure. The figure is left in that pose: the caller puts it back.
 */
export async function takePicture(
  { scene, lights }: Stage,
  figure: Figure,
  rig: Rig,
  world: WorldTransforms,
  pixels: number,
  sphere?: Sphere,
): Promise<string> {
  const whole = figure.bounds(rig, world);
  const { centre, radius } = sphere ?? whole;
  const from: Orbit = presetOrbit({ target: centre, yaw: 0, pitch: 0, distance: 1 }, 'threeQuarter', rig.report.facing);
  figure.setVisible(true);
  lights.renderShadow();
  const large = OVERSAMPLING * pixels;
  const rows = await renderPicture(scene, figure.meshes(), frameSphere(from, centre, radius, 1, 0.08), large);
  return toPng(rows, large, pixels);
}

/** Draws `meshes` from `orbit` into a square picture of its own and gives its pixels: RGBA rows, top row first. */
async function renderPicture(
  scene: Scene,
  meshes: readonly AbstractMesh[],
  orbit: Orbit,
  pixels: number,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const camera = new TargetCamera('thumbnail', new Vector3(), scene, false);
  const target = new RenderTargetTexture('thumbnail', pixels, scene, { generateDepthBuffer: true });
  const present = scene.activeCamera;
  try {
    placeCamera(camera, orbit);
    // Babylon would take the window's proportions.
    camera.freezeProjectionMatrix(Matrix.PerspectiveFovRHToRef(camera.fov, 1, camera.minZ, camera.maxZ, new Matrix()));
    target.samples = 4;
    target.clearColor = BACKGROUND;
    target.activeCamera = camera;
    target.renderList = [...meshes];
    bringUpToDate(meshes);
    target.render();
    // The window draws on while this picture is waited for.
    scene.activeCamera = present;
    const { _gl: gl } = scene.getEngine() as AbstractEngine & { readonly _gl: WebGL2RenderingContext };
    return withoutBackground(flipped(await readPixels(gl, target, pixels), pixels));
  } finally {
    scene.activeCamera = present;
    target.dispose();
    camera.dispose();
  }
}

/** WebGL gives the bottom row first, pictures want the top row first. */
function flipped(rows: Uint8Array, pixels: number): Uint8ClampedArray<ArrayBuffer> {
  const stride = 4 * pixels;
  const turned = new Uint8ClampedArray(stride * pixels);
  for (let row = 0; row < pixels; row++) turned.set(rows.subarray(row * stride, (row + 1) * stride), (pixels - 1 - row) * stride);
  return turned;
}

/**
 * The colours of the figure alone, in place. At its edge, of whose pixels it covers the share α, a colour c was drawn over black as α·c; the picture has
 * c, with α beside it.
 */
function withoutBackground(rows: Uint8ClampedArray<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  for (let at = 0; at < rows.length; at += 4) {
    const alpha = rows[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let k = at; k < at + 3; k++) rows[k] = (rows[k]! * 255) / alpha;
  }
  return rows;
}

/**
 * A square picture of RGBA rows, `from` pixels wide, as a PNG data URL `to` pixels wide; smaller is smoothed. The browser writes the PNG beside the window,
 * which goes on meanwhile.
 */
async function toPng(rows: Uint8ClampedArray<ArrayBuffer>, from: number, to: number): Promise<string> {
  const whole = pictureOf(from);
  whole.context.putImageData(new ImageData(rows, from, from), 0, 0);
  const scaled = pictureOf(to);
  scaled.context.imageSmoothingQuality = 'high';
  scaled.context.drawImage(whole.canvas, 0, 0, to, to);
  const png = await new Promise<Blob | null>((resolve) => scaled.canvas.toBlob(resolve, 'image/png'));
  if (!png) throw notWritten();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(reader.result as string));
  reader.addEventListener('error', () => reject(notWritten()));
  reader.readAsDataURL(png);
  return promise;
}

function pictureOf(pixels: number): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  // Its pixels are read once and never drawn to the screen.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw notWritten();
  return { canvas, context };
}

function notWritten(): Error {
  return new Error('The picture of the pose could not be written as a PNG here.');
}
