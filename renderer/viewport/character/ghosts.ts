import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Ghost } from '../../state/timeline/motion-marks.ts';
import { createFigureLayer } from '../drawing/figure-layer.ts';
import { bringUpToDate, createFigureMaterials, type FigureProgram } from '../drawing/figure-material.ts';
import type { ViewModel } from '../overlays/view-model.ts';
import { ghostHue } from '../palette.ts';
import type { Figure } from './figure.ts';

/** The figure's own mesh at other moments of the clip, translucent: one hue before the playhead, another after it. */
export interface Ghosts {
  /** Draws those that changed since the last picture; false while some of them are still to come with the next ones. */
  draw(view: ViewModel | null): boolean;
  dispose(): void;
}

/** What is left of a ghost's strength at each further one. */
const FADE = 0.68;
/**
 * Share of the body's height by which each further ghost is pushed away from the eye. So a foot that stands still is drawn as the figure's own, and of two
 * ghosts at one place the nearer in time is seen. One after the playhead lies half as much behind the one before it.
 */
const PUSH = 0.003;

/** Clear where the surface faces the eye, strong at its edges. */
const PROGRAM: FigureProgram = {
  name: 'ghost',
  uniforms: ['tint', 'push'],
  declarations: `
uniform float push;
varying vec3 seen;
varying vec3 facing;`,
  place: `
  seen = (view * vec4(world_position, 1.0)).xyz;
  facing = mat3(view) * world_normal;
  vec4 behind = projection * vec4(seen * (1.0 + push / max(length(seen), 1e-3)), 1.0);
  gl_Position = projection * vec4(seen, 1.0);
  gl_Position.z = behind.z / behind.w * gl_Position.w;`,
  fragment: `
varying vec3 seen;
varying vec3 facing;
uniform vec4 tint;
void main() {
  cut_out();
  float across = abs(dot(facing, seen)) / max(length(facing) * length(seen), 1e-9);
  float edge = pow(1.0 - clamp(across, 0.0, 1.0), 1.8);
  float alpha = tint.a * mix(0.38, 0.95, edge);
  gl_FragColor = vec4(tint.rgb * mix(0.82, 1.0, edge) * alpha, alpha);
}`,
};

/** `atOnce`: how many ghosts one picture may draw; the others come with the next pictures, those nearest in time first. */
export function createGhosts(scene: Scene, figure: Figure, atOnce: number): Ghosts {
  const materials = createFigureMaterials(scene, PROGRAM);
  const layer = createFigureLayer(scene, 'ghosts');
  const tint = new Vector4();
  let drawn: readonly unknown[] = [];
  let waiting: readonly Ghost[] = [];
  const drawOne = ({ world, place }: Ghost, { rig, palette }: ViewModel, meshes: readonly AbstractMesh[]): void => {
    const rank = Math.abs(place);
    const [red, green, blue] = ghostHue(place, palette);
    materials.each('ghost', (material) => {
      material.setVector4('tint', tint.set(red, green, blue, FADE ** (rank - 1)));
      material.setFloat('push', PUSH * rig.report.height * (rank + (place > 0 ? 0.5 : 0)));
    });
    figure.visit(rig, world);
    bringUpToDate(meshes);
    layer.add();
  };
  return {
    draw: (view) => {
      const ghosts = view?.showsMesh ? view.ghosts : [];
      layer.show(ghosts.length > 0);
      if (!view || ghosts.length === 0) return true;
      const meshes = figure.meshes();
      const asked = [...ghosts.flatMap(({ world, place }) => [world, place]), ...surroundings(view, scene, meshes), layer.fit()];
      if (!isSame(asked, drawn)) {
        drawn = asked;
        waiting = ghosts.toSorted((a, b) => Math.abs(a.place) - Math.abs(b.place));
        layer.begin(meshes, materials);
      }
      if (waiting.length === 0) return true;
      if (!layer.isReady()) return false;
      const camera = scene.activeCamera;
      for (const ghost of waiting.slice(0, atOnce)) drawOne(ghost, view, meshes);
      scene.activeCamera = camera;
      waiting = waiting.slice(atOnce);
      return waiting.length === 0;
    },
    dispose: layer.dispose,
  };
}

/** What ghosts look like besides their poses: from where they are seen, in which colours, and which meshes are shown. */
function surroundings({ palette, rig }: ViewModel, scene: Scene, meshes: readonly AbstractMesh[]): readonly unknown[] {
  const camera = scene.activeCamera;
  const matrices = camera ? [...camera.getViewMatrix().asArray(), ...camera.getProjectionMatrix().asArray()] : [];
  return [palette, rig, ...meshes.filter(({ isVisible }) => isVisible), ...matrices];
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, i) => Object.is(each, b[i]));
}
