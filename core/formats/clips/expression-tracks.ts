import { expressionTrack, type Track } from '../../animation/clip.ts';
import { reduceKeys } from '../../animation/reduce-keys.ts';
import { clamp } from '../../math/angles.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import type { Expression, Expressions } from '../../skeleton/expressions.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { sampleChannel, sampleWeights } from '../gltf/animation-sampling.ts';
import type { FileAnimation, NodeChannel, WeightsChannel } from '../gltf/gltf-animation.ts';

/** Weight below which a key says nothing. */
const NOTHING = 1e-4;

/**
 * The expressions that a file's animation moves, as tracks of the rig that was built from the same scene, times from 0: by the nodes of a VRM Animation, or by
 * the first morph target of each expression that no other moves. Those that stay at nothing have no track.
 */
export function expressionTracks({ expressions }: CharacterScene, animation: FileAnimation, fps: number): Track[] {
  return (expressions?.list ?? []).flatMap((expression, i): Track[] => {
    const read = weightReader(expressions!, expression, animation);
    if (!read) return [];
    const times = keyTimes(read.channel, animation, fps);
    const values = times.map((time) => clamp(read.weightAt(time), 0, 1));
    if (!values.some((value) => value > NOTHING)) return [];
    const seconds = times.map((time) => time - animation.start);
    const interpolation = read.channel.interpolation === 'STEP' ? 'step' : 'linear';
    return [reduceKeys({ joint: expressionTrack(i), interpolation, times: seconds, values })];
  });
}

interface WeightReader {
  readonly channel: NodeChannel | WeightsChannel;
  readonly weightAt: (time: number) => number;
}

function weightReader({ list, meshes }: Expressions, expression: Expression, animation: FileAnimation): WeightReader | null {
  if (expression.node !== undefined) {
    const channel = animation.channels.find(({ node, path }) => node === expression.node && path === 'translation');
    return channel ? { channel, weightAt: (time) => sampleChannel(channel, time)[0]! } : null;
  }
  const isAlone = ({ mesh, target, weight }: Expression['binds'][number]) =>
    weight !== 0 &&
    list.every((other) => other === expression || !other.binds.some((bind) => bind.mesh === mesh && bind.target === target));
  const bind = expression.binds.find(isAlone);
  const mesh = bind && meshes[bind.mesh]!;
  const channel = animation.weights?.find(({ node }) => node === mesh?.node);
  if (!bind || !mesh || !channel) return null;
  const { target, weight } = bind;
  return { channel, weightAt: (time) => (sampleWeights(channel, time)[target]! - mesh.rest[target]!) / weight };
}

/** The channel's own keys; where it is smooth also the frames between them. */
function keyTimes({ interpolation, times }: NodeChannel | WeightsChannel, { start, end }: FileAnimation, fps: number): number[] {
  const own = [...times];
  if (interpolation !== 'CUBICSPLINE') return own;
  const frames = Array.from({ length: Math.floor((end - start) * fps) + 1 }, (_, frame) => start + frame / fps);
  const inside = frames.filter((time) => time > own[0]! && time < own.at(-1)!);
  const sorted = [...own, ...inside].sort((a, b) => a - b);
  return sorted.filter((time, i) => i === 0 || time - sorted[i - 1]! > KEY_TIME_TOLERANCE);
}
