import * as z from 'zod/mini';
import { bakeClip } from '../../animation/bake.ts';
import type { Clip } from '../../animation/clip.ts';
import type { ClipRange } from './clip-range.ts';
import { compareWithFile, momentsOf } from './export-check.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { parseJsonObject } from '../text/json-text.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';

const channelSchema = z.strictObject({
  node: z.int().check(z.nonnegative()),
  name: z.string(),
  bone: z.nullable(z.string()),
  path: z.enum(['rotation', 'translation']),
  values: z.array(z.number()),
});

const jsonClipSchema = z.strictObject({
  format: z.literal('limber-clip'),
  version: z.literal(1),
  name: z.string(),
  duration: z.number().check(z.positive()),
  fps: z.number().check(z.positive()),
  times: z.array(z.number()).check(z.minLength(1)),
  channels: z.array(channelSchema),
});

/**
 * A clip as plain JSON, for programs: the nodes' local rotations (x y z w) and translations in the file's units, sampled at `times`
 * (seconds), with straight interpolation between them (SLERP for rotations), each named by node index, name and humanoid bone.
 */
export type JsonClip = z.infer<typeof jsonClipSchema>;

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
      const animation = animationOf(readJsonClip(reread));
      return compareWithFile(rig, scene, { scene, channels: animation.channels }, momentsOf(rig, clip, range));
    },
  };
}

/** Reads a clip that {@link writeClipToJson} wrote. Throws an `Error` with one sentence. */
export function readJsonClip(bytes: Uint8Array): JsonClip {
  const result = jsonClipSchema.safeParse(parseJsonObject(bytes, "the clip file's JSON"));
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new Error(`the clip file is not valid: ${issue.path.join('.') || 'the document'}: ${issue.message}`);
  }
  for (const { path, values, name } of result.data.channels) {
    const expected = result.data.times.length * (path === 'rotation' ? 4 : 3);
    if (values.length !== expected)
      throw new Error(`the clip file is not valid: the ${path} of "${name}" needs ${expected} numbers`);
  }
  return result.data;
}

function animationOf({ name, times, channels }: JsonClip): FileAnimation {
  const seconds = Float64Array.from(times);
  return {
    name,
    start: seconds[0]!,
    end: seconds.at(-1)!,
    channels: channels.map(({ node, path, values }) => ({
      node,
      path,
      interpolation: 'LINEAR',
      times: seconds,
      values: Float64Array.from(values),
    })),
  };
}

/** Seven decimals hold what 32-bit floats of this size hold, in half the characters. */
function seven(value: number): number {
  return Number(value.toFixed(7)) + 0;
}
