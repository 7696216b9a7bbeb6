import type { CharacterScene } from '../../skeleton/scene.ts';
import { quatAt, slerp } from '../../math/quat.ts';
import { lerp, vec3At } from '../../math/vec3.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { rotationOfMatrix, multiplyMatrices, composeMatrix, type Matrix } from '../gltf/matrix.ts';
import { createErrorMeter } from '../clips/largest-errors.ts';
import type { UsdMotion } from './usd-skeleton.ts';

/** A skeleton of a file of USD: its nodes, parents first, and what they do. */
export interface WrittenSkeleton {
  readonly nodes: readonly number[];
  readonly motion: UsdMotion | null;
}

/**
 * How far the joints of a file of USD are from the nodes of the GLB that it was made of: at each of its keys, and half-way between. The side of USD multiplies its joints'
 * matrices from the root down, as UsdSkel says, and takes the numbers that are in the file.
 */
export function compareUsd(
  skeletons: readonly WrittenSkeleton[],
  scene: CharacterScene,
  animation: FileAnimation | null,
  fps: number,
): { readonly distance: number; readonly angle: number } {
  const meter = createErrorMeter();
  const meant = createAnimatedWorlds(scene, animation?.channels ?? []);
  for (const { nodes, motion } of skeletons) {
    const keys = motion?.times ?? [0];
    const moments = keys.flatMap((time, i) => (i === 0 ? [time] : [(keys[i - 1]! + time) / 2, time]));
    for (const time of moments) {
      meant.moveTo((animation?.start ?? 0) + time / fps);
      const worlds = new Map<number, Matrix>();
      for (const node of nodes) {
        const local = (motion && localAt(motion, node, time)) ?? composeMatrix(scene.nodes[node]!);
        const above = worlds.get(scene.nodes[node]!.parent);
        const world = above ? multiplyMatrices(above, local) : local;
        worlds.set(node, world);
        meter.position.set(world.slice(12, 15));
        meter.rotation.set(rotationOfMatrix(world));
        meter.compare(meant.matrices, 16 * node);
      }
    }
  }
  return meter.largest();
}

/** Straight between two samples, rotations by SLERP. Null for a node that does not move. */
function localAt({ nodes, times, translations, rotations, scales }: UsdMotion, node: number, time: number): Matrix | null {
  const n = nodes.indexOf(node);
  if (n < 0) return null;
  const next = Math.max(
    0,
    times.findIndex((each) => each >= time),
  );
  const before = Math.max(0, next - 1);
  const span = times[next]! - times[before]!;
  const share = span > 0 ? (time - times[before]!) / span : 0;
  return composeMatrix({
    translation: lerp(vec3At(translations[before]!, n), vec3At(translations[next]!, n), share),
    rotation: slerp(quatAt(rotations[before]!, n), quatAt(rotations[next]!, n), share),
    scale: vec3At(scales, n),
  });
}
