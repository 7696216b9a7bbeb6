import type { Rig } from '../humanoid/body/rig.ts';
import { BAKE_ANGLE_TOLERANCE, BAKE_DISTANCE_TOLERANCE, BAKE_WEIGHT_TOLERANCE, SHORTEST_INTERVAL } from '../math/tolerances.ts';
import { angleBetween, quatAt, slerp } from '../math/quat.ts';
import { distance, vec3At } from '../math/vec3.ts';
import { createNodeTransforms, type NodeBinding, type NodeTransforms } from '../skeleton/binding.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { fileOrder, worldOfNodes } from '../skeleton/node-world.ts';
import { ROOT_TRACK, type Clip } from './clip.ts';
import { goesOnly } from './track-keys.ts';

/** The nodes' local transforms at one moment. */
export interface NodeSample {
  /** Seconds on the clip's timeline. */
  readonly time: number;
  readonly transforms: NodeTransforms;
  /** Weights of the morph targets of each mesh that expressions move; empty where none is keyed. */
  readonly weights: readonly Float64Array[];
}

/** Shares of the way between two samples at which straight playback is compared with the preview beside the middle, which would miss an ease. */
const SIDE_PROBES: readonly number[] = [0.25, 0.75];
/** Halvings of the interval between two samples, at most. */
const MAX_DEPTH = 8;

/**
 * Whether straight playback between keys is the preview itself: every track goes straight, every animated joint hangs in the file
 * where it hangs in the skeleton, and nothing above a moving root turns.
 */
export function isPlainlyLinear(rig: Rig, clip: Clip): boolean {
  const { skeleton, binding } = rig;
  // What expressions show is no straight line of their weights where they override each other or are shown wholly or not at all.
  if (!clip.tracks.every((track) => goesOnly(track, 'step', 'linear') && track.joint >= ROOT_TRACK)) return false;
  for (let j = 0; j < skeleton.count; j++) {
    if (binding.anchors[j] !== skeleton.parents[j]) return false;
  }
  const turning = new Set(clip.tracks.map((track) => track.joint));
  if (!turning.has(ROOT_TRACK)) return true;
  for (let j = skeleton.parents[skeleton.root]!; j >= 0; j = skeleton.parents[j]!) {
    if (turning.has(j)) return false;
  }
  return true;
}

/** The samples with further ones between them, until straight playback stays with the preview. `onProgress` hears 0 to 1. */
export function refineSamples(
  binding: NodeBinding,
  samples: readonly NodeSample[],
  sampleAt: (time: number) => NodeSample,
  onProgress?: (share: number) => void,
): NodeSample[] {
  const strays = playbackComparison(binding);
  const refined: NodeSample[] = [];
  const refine = (from: NodeSample, to: NodeSample, depth: number): void => {
    if (depth >= MAX_DEPTH || to.time - from.time < 1.01 * SHORTEST_INTERVAL) return;
    const at = (share: number) => sampleAt(from.time + share * (to.time - from.time));
    const middle = at(0.5);
    if (strays(from, to, 0.5, middle) || SIDE_PROBES.some((share) => strays(from, to, share, at(share)))) {
      refine(from, middle, depth + 1);
      refined.push(middle);
      refine(middle, to, depth + 1);
    }
  };
  samples.forEach((sample, i) => {
    if (i > 0) refine(samples[i - 1]!, sample, 0);
    refined.push(sample);
    onProgress?.((i + 1) / samples.length);
  });
  return refined;
}

/** A test whether playback at `share` of the way between two samples stands elsewhere than `expected`, compared in the world. */
function playbackComparison(
  binding: NodeBinding,
): (from: NodeSample, to: NodeSample, share: number, expected: NodeSample) => boolean {
  const order = fileOrder(binding);
  const count = binding.nodes.length;
  const played = createNodeTransforms(binding);
  const createWorld = (): WorldTransforms => ({
    positions: new Float64Array(3 * count),
    rotations: new Float64Array(4 * count),
  });
  const playedWorld = createWorld();
  const expectedWorld = createWorld();
  return (from, to, share, expected) => {
    if (weightsStray(from, to, share, expected)) return true;
    blendNodes(from.transforms, to.transforms, share, played);
    worldOfNodes(binding, played, playedWorld, order);
    worldOfNodes(binding, expected.transforms, expectedWorld, order);
    for (let j = 0; j < count; j++) {
      const apart = distance(vec3At(playedWorld.positions, j), vec3At(expectedWorld.positions, j));
      if (apart > BAKE_DISTANCE_TOLERANCE) return true;
      const turned = angleBetween(quatAt(playedWorld.rotations, j), quatAt(expectedWorld.rotations, j));
      if (turned > BAKE_ANGLE_TOLERANCE) return true;
    }
    return false;
  };
}

function weightsStray(from: NodeSample, to: NodeSample, share: number, expected: NodeSample): boolean {
  return expected.weights.some((weights, m) => {
    const [before, after] = [from.weights[m]!, to.weights[m]!];
    return weights.some((weight, t) => Math.abs(before[t]! + share * (after[t]! - before[t]!) - weight) > BAKE_WEIGHT_TOLERANCE);
  });
}

/** What a player shows between two samples: SLERP for rotations, straight lines for translations. */
function blendNodes(a: NodeTransforms, b: NodeTransforms, share: number, out: NodeTransforms): void {
  for (let i = 0; i < out.translations.length; i++) {
    out.translations[i] = a.translations[i]! + (b.translations[i]! - a.translations[i]!) * share;
  }
  for (let j = 0; j < out.rotations.length / 4; j++) {
    out.rotations.set(slerp(quatAt(a.rotations, j), quatAt(b.rotations, j), share), 4 * j);
  }
}
