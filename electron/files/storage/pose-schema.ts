import { z } from 'zod';
import type { PoseData, SavedPoseData, UnkeyedData } from '../../../core/document/project-data.ts';
import { idSchema, listOf, share, nameSchema, quat, valuesByName, vec3, numbers } from './basic-schemas.ts';
import { trackShape, clipShape } from './clip-schema.ts';
import { quick, areNumbers } from './quick-schema.ts';

const LONGEST_THUMBNAIL = 4_000_000;
const anyRotations = valuesByName(z.string(), quat);

function areRotations(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((each) => areNumbers(each, 4));
}

const poseDataSchema: z.ZodType<PoseData> = quick(
  z.strictObject({
    root: vec3,
    joints: anyRotations,
    slides: numbers.exactOptional(),
    expressions: valuesByName(nameSchema, share).exactOptional(),
  }),
  isPlainPose,
);

/** A pose of places and rotations alone, with its fields in the order in which files have them. */
function isPlainPose(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'root,joints') return false;
  const { root, joints } = value as { readonly root: unknown; readonly joints: unknown };
  return areNumbers(root, 3) && areRotations(joints);
}

const savedPoseShape = {
  id: idSchema,
  name: nameSchema,
  tags: z.array(nameSchema).max(1000),
  folder: nameSchema.exactOptional(),
  favourite: z.literal(true).exactOptional(),
  joints: z.union([z.literal('all'), listOf(z.string())], {
    error: 'expected "all" or a list of joint names',
  }),
  root: z.boolean(),
  expressions: listOf(nameSchema).exactOptional(),
  pose: poseDataSchema,
};

export const savedPoseDataSchema: z.ZodType<SavedPoseData> = z.strictObject({
  ...savedPoseShape,
  motion: z
    .strictObject({
      duration: clipShape.duration,
      fps: clipShape.fps,
      loop: clipShape.loop,
      tracks: listOf(z.strictObject({ joint: z.string().nullable(), ...trackShape })),
    })
    .exactOptional(),
  thumbnail: z
    .string()
    .max(LONGEST_THUMBNAIL)
    .regex(/^(?:data:image\/png;base64,[A-Za-z0-9+/]+={0,2}|file:[A-Za-z0-9_][A-Za-z0-9_-]{0,79}(?:\?[0-9a-f]{1,32})?)?$/, {
      error: 'expected a PNG image as a data URL, or a file of the project',
    }),
});

export const unkeyedSchema: z.ZodType<UnkeyedData | null> = z
  .strictObject({
    clip: idSchema.exactOptional(),
    time: z.number().min(0).exactOptional(),
    pose: poseDataSchema,
  })
  .nullable();
