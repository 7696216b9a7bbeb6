import { lastUpTo } from '../../math/last-up-to.ts';
import { normalizePacked, slerpPacked } from '../../math/packed-quats.ts';
import type { Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { ChannelPath, FileAnimation, NodeChannel, WeightsChannel } from './gltf-animation.ts';
import type { Transform } from './matrix.ts';

/** The channel's value at `time` (seconds): held before the first key and after the last; rotations of length 1. */
export function sampleChannel(channel: NodeChannel, time: number): readonly number[] {
  writeChannel(channel, time, room, 0);
  return channel.path === 'rotation' ? [room[0]!, room[1]!, room[2]!, room[3]!] : [room[0]!, room[1]!, room[2]!];
}

/** The same into `into[at…]`: 4 numbers of a rotation, else 3. Allocates nothing. */
export function writeChannel(channel: NodeChannel, time: number, into: Float64Array, at: number): void {
  if (channel.path === 'rotation') writeRotation(channel, time, into, at);
  else writeValue(channel, 3, time, into, at);
}

/** The weights of all morph targets at `time` (seconds): held before the first key and after the last. */
export function sampleWeights(channel: WeightsChannel, time: number): readonly number[] {
  const weights = new Float64Array(channel.targets);
  writeValue(channel, channel.targets, time, weights, 0);
  return Array.from(weights);
}

/** All nodes' local transforms at `time`: the scene's own, replaced where the animation says so. */
export function sampleAnimation(scene: CharacterScene, animation: FileAnimation, time: number): Transform[] {
  const locals: Transform[] = [...scene.nodes];
  for (const channel of animation.channels) {
    locals[channel.node] = withProperty(locals[channel.node]!, channel.path, sampleChannel(channel, time));
  }
  return locals;
}

function withProperty({ translation, rotation, scale }: Transform, path: ChannelPath, value: readonly number[]): Transform {
  return {
    translation: path === 'translation' ? (value as unknown as Vec3) : translation,
    rotation: path === 'rotation' ? (value as unknown as Quat) : rotation,
    scale: path === 'scale' ? (value as unknown as Vec3) : scale,
  };
}

/** Keys of so many numbers each. */
type Keys = Pick<NodeChannel, 'interpolation' | 'times' | 'values'>;

/** A value, and a second rotation to interpolate with. */
const room = /* @__PURE__ */ new Float64Array(4);
const next = /* @__PURE__ */ new Float64Array(4);

function writeRotation(keys: Keys, time: number, into: Float64Array, at: number): void {
  const { times, interpolation } = keys;
  const key = lastUpTo(times, time);
  if (interpolation !== 'LINEAR' || key < 0 || key >= times.length - 1) {
    writeValue(keys, 4, time, into, at);
    normalizePacked(into, at);
    return;
  }
  writeKey(keys, 4, key, into, at);
  writeKey(keys, 4, key + 1, next, 0);
  normalizePacked(into, at);
  normalizePacked(next, 0);
  slerpPacked(into, at, next, 0, (time - times[key]!) / (times[key + 1]! - times[key]!), into, at);
}

/** Component by component: for rotations that are held, or on a cubic spline, too. */
function writeValue(keys: Keys, components: number, time: number, into: Float64Array, at: number): void {
  const { times, values, interpolation } = keys;
  const key = lastUpTo(times, time);
  if (key < 0 || key >= times.length - 1 || interpolation === 'STEP') {
    writeKey(keys, components, Math.max(key, 0), into, at);
    return;
  }
  const span = times[key + 1]! - times[key]!;
  const t = (time - times[key]!) / span;
  const from = placeOf(keys, components, key);
  const to = placeOf(keys, components, key + 1);
  for (let c = 0; c < components; c++) {
    const p0 = values[from + c]!;
    const p1 = values[to + c]!;
    if (interpolation === 'LINEAR') {
      into[at + c] = p0 + (p1 - p0) * t;
    } else {
      // Hermite: (2t³−3t²+1) p₀ + (t³−2t²+t) Δ m₀ + (3t²−2t³) p₁ + (t³−t²) Δ m₁; tangents stand after their value and before it.
      const t2 = t * t;
      const t3 = t2 * t;
      into[at + c] =
        (2 * t3 - 3 * t2 + 1) * p0 +
        (t3 - 2 * t2 + t) * span * values[from + components + c]! +
        (3 * t2 - 2 * t3) * p1 +
        (t3 - t2) * span * values[to - components + c]!;
    }
  }
}

function writeKey(keys: Keys, components: number, key: number, into: Float64Array, at: number): void {
  const from = placeOf(keys, components, key);
  for (let c = 0; c < components; c++) into[at + c] = keys.values[from + c]!;
}

/** Where a key's own value begins: a cubic spline has an in-tangent before it and an out-tangent after it. */
function placeOf({ interpolation }: Keys, components: number, key: number): number {
  return (interpolation === 'CUBICSPLINE' ? 3 * key + 1 : key) * components;
}
