import { Constants } from '@babylonjs/core/Engines/constants.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector2 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FigureMaterials } from './figure-material.ts';

/** A picture of its own, as large as the view's, that is laid behind the figure, and faintly over it where what it shows is nearer. */
export interface FigureLayer {
  /** Begins a new picture of these meshes as they look in `materials`. */
  begin(meshes: readonly AbstractMesh[], materials: FigureMaterials): void;
  /** Whether all that is drawn into it has arrived. */
  isReady(): boolean;
  /** Draws the meshes as they stand now, nearest first, into the picture that was begun. */
  add(): void;
  show(isShown: boolean): void;
  /** Another number whenever the view has another size, and with that the picture is lost. */
  fit(): number;
  dispose(): void;
}

/** Depth before the backdrop and the reference picture, and behind all else. */
const FARTHEST = 0.99997;
/** What is left of the picture where it lies over the figure. */
const IN_FRONT = 0.35;

const VERTEX = `
precision highp float;
attribute vec3 position;
varying vec2 at;
void main() {
  at = 0.5 * position.xy + 0.5;
  gl_Position = vec4(position.xy, FARTHEST, 1.0);
}`.replace('FARTHEST', FARTHEST.toFixed(6));

/** The mean of the four pixels around, so that edges are smooth; colours are multiplied by their opacity. In front at the depth of the nearest. */
const FRAGMENT = `
precision highp float;
varying vec2 at;
uniform sampler2D colours;
uniform vec2 pixel;
uniform float strength;
#ifdef IN_FRONT
uniform highp sampler2D depths;
#endif
void main() {
  vec4 colour = vec4(0.0);
  float depth = 1.0;
  for (int i = 0; i < 4; i++) {
    vec2 place = at + (vec2(float(i % 2), float(i / 2)) - 0.5) * 1.5 * pixel;
    colour += 0.25 * texture2D(colours, place);
    #ifdef IN_FRONT
    depth = min(depth, texture2D(depths, place).r);
    #endif
  }
  if (colour.a < 0.004) discard;
  #ifdef IN_FRONT
  gl_FragDepth = depth;
  #endif
  gl_FragColor = vec4(colour.rgb / colour.a, strength * colour.a);
}`;

/** After the grid and the shadow, before what is see-through of the figure. */
const ORDER = 2;

export function createFigureLayer(scene: Scene, name: string): FigureLayer {
  const engine = scene.getEngine();
  const quads = [createQuad(scene, name, 'behind'), createQuad(scene, name, 'in front')];
  let target: RenderTargetTexture | null = null;
  let isEmpty = false;
  let version = 0;
  const build = (width: number, height: number): RenderTargetTexture => {
    const built = new RenderTargetTexture(name, { width, height }, scene, { generateDepthBuffer: false, generateMipMaps: false });
    built.createDepthStencilTexture(0, false, false, 1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT);
    built.ignoreCameraViewport = true;
    built.onClearObservable.add((present) => {
      if (isEmpty) present.clear(new Color4(0, 0, 0, 0), true, true);
      isEmpty = false;
    });
    for (const { material, side } of quads) {
      material.setTexture('colours', built);
      if (side === 'in front') material.setInternalTexture('depths', built.depthStencilTexture!);
      material.setVector2('pixel', new Vector2(1 / width, 1 / height));
    }
    return built;
  };
  return {
    begin: (meshes, materials) => {
      if (!target) return;
      target.renderList = [...meshes];
      for (const mesh of meshes) target.setMaterialForRendering(mesh, materials.of(mesh));
      isEmpty = true;
    },
    isReady: () => target?.isReadyForRendering() ?? false,
    add: () => target?.render(),
    show: (isShown) => {
      for (const { mesh } of quads) mesh.setEnabled(isShown);
    },
    fit: () => {
      const [width, height] = [engine.getRenderWidth(), engine.getRenderHeight()];
      const size = target?.getSize();
      if (size?.width === width && size.height === height) return version;
      target?.dispose();
      target = build(width, height);
      return ++version;
    },
    dispose: () => {
      target?.dispose();
      for (const { mesh } of quads) mesh.dispose(false, true);
    },
  };
}

interface Quad {
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
  readonly side: 'behind' | 'in front';
}

function createQuad(scene: Scene, name: string, side: Quad['side']): Quad {
  const isInFront = side === 'in front';
  const mesh = new Mesh(`${name} ${side}`, scene);
  const shape = new VertexData();
  shape.positions = [-1, -1, 0, 3, -1, 0, -1, 3, 0];
  shape.indices = [0, 1, 2];
  shape.applyToMesh(mesh);
  const material = new ShaderMaterial(
    mesh.name,
    scene,
    { vertexSource: VERTEX, fragmentSource: FRAGMENT },
    {
      attributes: ['position'],
      uniforms: ['pixel', 'strength'],
      samplers: isInFront ? ['colours', 'depths'] : ['colours'],
      defines: isInFront ? ['#define IN_FRONT'] : [],
      needAlphaBlending: true,
    },
  );
  material.setFloat('strength', isInFront ? IN_FRONT : 1);
  material.backFaceCulling = false;
  material.disableDepthWrite = true;
  mesh.material = material;
  mesh.alphaIndex = ORDER;
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.isPickable = false;
  mesh.setEnabled(false);
  return { mesh, material, side };
}
