import { z } from 'zod';
import type { RigSettingsData } from '../../../core/document/project-data.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { UNIT_LENGTH_TOLERANCE } from '../../../core/math/tolerances.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { quat, share, valuesByName, vec3 } from './basic-schemas.ts';

/** Half-angles and ranges are checked with the joint they belong to, by `checkLimit`. */
export const limitSchema: z.ZodType<Limit> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('free') }),
  z.strictObject({ kind: z.literal('hinge'), axis: vec3, min: z.number(), max: z.number() }),
  z.strictObject({ kind: z.literal('prismatic'), axis: vec3, min: z.number(), max: z.number() }),
  z.strictObject({
    kind: z.literal('swingTwist'),
    parentFrame: quat,
    childFrame: quat,
    swing: quat,
    twist: z.tuple([z.number(), z.number()]),
  }),
]);

/** A direction that a foot has, of length 1. */
const upSchema = vec3.refine((up) => Math.abs(Math.hypot(...up) - 1) < UNIT_LENGTH_TOLERANCE, {
  error: 'expected a direction of length 1',
});

const rigShape = {
  flatFeet: z.strictObject({ leftFoot: upSchema.exactOptional(), rightFoot: upSchema.exactOptional() }).exactOptional(),
  preset: z.enum(['standard', 'flexible', 'dancer', 'stiff', 'free']),
  corrections: z.partialRecord(z.enum(HUMANOID_BONES), z.number().int().min(0).nullable()),
};

/** With joints by name, as files have them. */
export const rigSettingsDataSchema: z.ZodType<RigSettingsData> = z.strictObject({
  ...rigShape,
  limits: valuesByName(z.string(), limitSchema),
  stiffness: valuesByName(z.string(), share),
});

const jointIndex = z.number().int().min(0);

/** With joints by index, as the window has them. */
export const rigSettingsSchema = z.strictObject({
  ...rigShape,
  limits: z.record(jointIndex, limitSchema),
  stiffness: z.record(jointIndex, share),
});
