import { bakeClip } from '../../animation/bake.ts';
import type { Clip } from '../../animation/clip.ts';
import type { ClipRange } from './clip-range.ts';
import { compareWithFile, momentsOf } from './export-check.ts';
import { parseJsonObject } from '../text/json-text.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/**
 * A clip as plain JSON, for programs: the nodes' local rotations (x y z w) and translations in the file's units, sampled at `times`
 * (seconds), with straight interpolation between them (SLERP for rotations), each named by node index, name and humanoid bone.
 */
interface JsonClip {
  readonly format: 'limber-clip';
  readonly version: 1;
  readonly name: string;
  readonly duration: number;
  readonly fps: number;
  readonly times: readonly number[];
  readonly channels: readonly {
    readonly node: number;
    readonly name: string;
    readonly bone: string | null;
    readonly path: 'rotation' | 'translation';
    readonly values: readonly number[];
  }[];
}

export function writeClipToJson(
  { rig, scene }: MotionTarget,
  clip: Clip,
  range: ClipRange,
  onProgress?: OnProgress,
): WrittenMotion {
  const { times, channels } = bakeClip(rig, clip, { ...range, ...(onProgress && { onProgress }) });
  const boneOf = new Map(rig.report.matches.map(({ bone, joint }) => [rig.binding.nodes[joint]!, bone]));
  const json: JsonClip = {
    format: 'limber-clip',
    version: 1,
    name: clip.name,
    duration: range.to - range.from,
    fps: range.fps,
    times: Array.from(times, seven),
    channels: channels.flatMap(({ node, path, values }) => {
      if (path === 'weights') return [];
      const { name } = scene.nodes[node]!;
      return [{ node, name, bone: boneOf.get(node) ?? null, path, values: Array.from(values, seven) }];
    }),
  };
  return {
    bytes: encodeUtf8(`${JSON.stringify(json)}\n`),
    warnings: [],
    compare(reread) {
      const read = parseJsonObject(reread, "the clip file's JSON") as unknown as JsonClip;
      const shared = { interpolation: 'LINEAR', times: Float64Array.from(read.times) } as const;
      const written = read.channels.map(({ node, path, values }) => ({
        ...shared,
        node,
        path,
        values: Float64Array.from(values),
      }));
      return compareWithFile(rig, scene, { scene, channels: written }, momentsOf(rig, clip, range));
    },
  };
}

/** Seven decimals hold what 32-bit floats of this size hold, in half the characters. */
function seven(value: number): number {
  return Number(value.toFixed(7)) + 0;
}
