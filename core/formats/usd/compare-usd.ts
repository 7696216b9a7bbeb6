import type { CharacterScene } from '../../skeleton/scene.ts';
import { slerp, type Quat } from '../../math/quat.ts';
import { lerp, type Vec3 } from '../../math/vec3.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { rotationOfMatrix, multiplyMatrices, composeMatrix, type Matrix } from '../gltf/matrix.ts';
import { createErrorMeter } from '../clips/largest-errors.ts';
import type { UsdRead, UsdValue } from './read-usd.ts';

/** What a file of USD was made of. */
export interface UsdOrigin {
  readonly scene: CharacterScene;
  /** Null where nothing moves. */
  readonly animation: FileAnimation | null;
  readonly fps: number;
  /** The nodes of joints, by the joints' paths. */
  readonly nodesOf: (joints: readonly string[]) => readonly number[];
}

/** What a skeleton of the file does, by the names of its joints. */
interface Moving {
  readonly joints: readonly string[];
  readonly times: readonly number[];
  readonly translations: ReadonlyMap<number, UsdValue>;
  readonly rotations: ReadonlyMap<number, UsdValue>;
  readonly scales: readonly UsdValue[];
}

/**
 * How far the joints of a file of USD, read again, are from the nodes of the GLB that it was made of: at each of its keys, and half-way between. The side of USD multiplies its joints'
 * matrices from the root down, as UsdSkel says, and knows nothing of the GLB.
 */
export function compareUsd(
  prims: readonly UsdRead[],
  { scene, animation, fps, nodesOf }: UsdOrigin,
): { readonly distance: number; readonly angle: number } {
  const meter = createErrorMeter();
  const meant = createAnimatedWorlds(scene, animation?.channels ?? []);
  for (const skeleton of skeletonsIn(prims)) {
    const joints = skeleton.attributes.get('joints') as readonly string[];
    const nodes = nodesOf(joints);
    const rest = (skeleton.attributes.get('restTransforms') as readonly UsdValue[]).map((rows) => (rows as number[][]).flat());
    const [source] = skeleton.children;
    const moving = source && movingOf(source);
    const parents = joints.map((joint) => joints.indexOf(joint.slice(0, Math.max(0, joint.lastIndexOf('/')))));
    const keys = moving?.times ?? [0];
    const moments = keys.flatMap((time, i) => (i === 0 ? [time] : [(keys[i - 1]! + time) / 2, time]));
    for (const time of moments) {
      meant.moveTo((animation?.start ?? 0) + time / fps);
      const worlds: Matrix[] = [];
      joints.forEach((joint, j) => {
        const local = (moving && localAt(moving, joint, time)) ?? rest[j]!;
        worlds.push(parents[j]! < 0 ? local : multiplyMatrices(worlds[parents[j]!]!, local));
        const world = worlds[j]!;
        meter.position.set(world.slice(12, 15));
        meter.rotation.set(rotationOfMatrix(world));
        meter.compare(meant.matrices, 16 * nodes[j]!);
      });
    }
  }
  return meter.largest();
}

function skeletonsIn(prims: readonly UsdRead[]): UsdRead[] {
  return prims.flatMap((prim) => (prim.kind === 'Skeleton' ? [prim] : skeletonsIn(prim.children)));
}

function movingOf({ attributes }: UsdRead): Moving {
  const translations = attributes.get('translations.timeSamples') as Moving['translations'];
  return {
    joints: attributes.get('joints') as readonly string[],
    times: [...translations.keys()],
    translations,
    rotations: attributes.get('rotations.timeSamples') as Moving['rotations'],
    scales: attributes.get('scales') as readonly UsdValue[],
  };
}

/** Straight between two samples, rotations by SLERP. Null for a joint that does not move. */
function localAt({ joints, times, translations, rotations, scales }: Moving, joint: string, time: number): Matrix | null {
  const j = joints.indexOf(joint);
  if (j < 0) return null;
  const next = Math.max(
    0,
    times.findIndex((each) => each >= time),
  );
  const [before, after] = [times[Math.max(0, next - 1)]!, times[next]!];
  const share = after > before ? (time - before) / (after - before) : 0;
  const at = (samples: ReadonlyMap<number, UsdValue>, key: number) =>
    (samples.get(key) as readonly UsdValue[])[j] as readonly number[];
  const quat = (key: number): Quat => {
    const [w, x, y, z] = at(rotations, key) as [number, number, number, number];
    return [x, y, z, w];
  };
  return composeMatrix({
    translation: lerp(at(translations, before) as unknown as Vec3, at(translations, after) as unknown as Vec3, share),
    rotation: slerp(quat(before), quat(after), share),
    scale: scales[j] as unknown as Vec3,
  });
}
