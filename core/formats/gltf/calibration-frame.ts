import { leapsFromFirst } from '../../animation/leaps-from-first.ts';
import { angleBetween, quatAt } from '../../math/quat.ts';
import type { FileAnimation, NodeChannel, WeightsChannel } from './gltf-animation.ts';

/** Seconds from frame to frame of recorded motion, at most: keys that a person sets lie farther apart. */
const MOST_STEP = 0.06;
/** Frames that are looked at. */
const FRAMES = 4;

/** The animation from its second frame on where its first is a calibration pose, as these nodes show it; itself otherwise. */
export function withoutCalibration(bones: ReadonlySet<number>, animation: FileAnimation): FileAnimation {
  const recorded = animation.channels.filter(
    (channel) =>
      channel.path === 'rotation' && channel.interpolation === 'LINEAR' && bones.has(channel.node) && isRecorded(channel),
  );
  const [second] = recorded.map(({ times }) => times[1]!);
  if (second === undefined) return animation;
  const leap = (frame: number) =>
    Math.max(...recorded.map(({ values }) => angleBetween(quatAt(values, frame), quatAt(values, frame + 1))));
  if (!leapsFromFirst(leap)) return animation;
  const { channels, weights } = animation;
  return {
    ...animation,
    start: second,
    channels: channels.map((channel) => from(channel, second)),
    ...(weights && { weights: weights.map((channel) => from(channel, second)) }),
  };
}

/** Whether the first keys lie a frame apart, evenly. */
function isRecorded({ times }: NodeChannel): boolean {
  if (times.length < FRAMES) return false;
  const step = times[1]! - times[0]!;
  return step <= MOST_STEP && [2, 3].every((key) => Math.abs(times[key]! - times[key - 1]! - step) < 0.1 * step);
}

/** A channel without the keys before a time, the last one always kept. */
function from<Channel extends NodeChannel | WeightsChannel>(channel: Channel, start: number): Channel {
  const { times, values } = channel;
  const found = times.findIndex((time) => time >= start);
  const first = found < 0 ? times.length - 1 : found;
  return { ...channel, times: times.subarray(first), values: values.subarray((values.length / times.length) * first) };
}
