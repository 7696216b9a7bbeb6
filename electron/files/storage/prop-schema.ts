import { z } from 'zod';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import type { PropMotion } from '../../../core/animation/prop-motion.ts';
import { isObject } from '../../../core/math/check-values.ts';
import { readShape } from '../../../core/contact/read-shape.ts';
import { MOST_GRIPS } from '../../../core/document/edits/props.ts';
import { FINGERS } from '../../../core/humanoid/detection/finger-names.ts';
import type { GripData, PropData, PropFile, PropForm } from '../../../core/document/project-data.ts';
import { hashSchema, idSchema, listOf, nameSchema, pointSchema, quat, valuesByName } from './basic-schemas.ts';

/** Where something is and how it is rotated. */
export const frameShape = {
  position: pointSchema,
  rotation: quat.refine((rotation) => Math.abs(Math.hypot(...rotation) - 1) < 1e-3, { error: 'expected a unit quaternion' }),
};

export const carrierSchema = z.union([
  z.strictObject({ actor: idSchema, joint: nameSchema }),
  z.strictObject({ prop: idSchema }),
]);

/** Seconds on a clip’s timeline at which a list says something. */
export function rising(list: readonly number[]): boolean {
  return list.every((time, i) => i === 0 || time > list[i - 1]!);
}

const propMotionSchema: z.ZodType<PropMotion> = z.strictObject({
  keys: listOf(z.strictObject({ time: z.number().min(0), ...frameShape, interpolation: z.enum(INTERPOLATIONS) })).refine(
    (keys) => rising(keys.map(({ time }) => time)),
    { error: 'expected keys at rising times' },
  ),
  changes: listOf(z.strictObject({ from: z.number().min(0), by: carrierSchema.nullable() })).refine(
    (changes) => rising(changes.map(({ from }) => from)),
    { error: 'expected changes at rising times' },
  ),
});

const fileSchema: z.ZodType<PropFile> = z.strictObject({
  kind: z.literal('file'),
  fileName: nameSchema,
  hash: hashSchema,
  scale: z.number().min(1e-6).max(1e6),
});

/** What is wrong is told of the kind that it has. */
const formSchema: z.ZodType<PropForm> = z.unknown().transform((given, context): PropForm => {
  if (isObject(given) && given['kind'] === 'file') {
    const { data, error } = fileSchema.safeParse(given);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return data ?? z.NEVER;
  }
  try {
    const shape = readShape(given);
    if (shape.kind !== 'mesh') return shape;
    context.addIssue('expected a shape that needs no file, or a file, got a mesh');
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'expected a shape');
  }
  return z.NEVER;
});

const HANDS = ['left', 'right'] as const;

/** Joints of a finger have two shares at most; more than any finger has joints is no shape of one. */
const sharesSchema = z.array(z.number().min(-10).max(10)).max(8).readonly();

const fingersSchema = z.partialRecord(z.enum(FINGERS), sharesSchema).readonly();

const gripsSchema: z.ZodType<readonly GripData[]> = listOf(
  z.strictObject({ hand: z.enum(HANDS), ...frameShape, fingers: fingersSchema.exactOptional() }),
).refine((grips) => HANDS.every((hand) => grips.filter((grip) => grip.hand === hand).length <= MOST_GRIPS), {
  error: `expected at most ${MOST_GRIPS} grips for each hand`,
});

/** A prop, and a prop's file but for its id. */
export const propDataSchema: z.ZodType<PropData> = z.strictObject({
  id: idSchema,
  name: nameSchema,
  form: formSchema,
  isGround: z.literal(true).exactOptional(),
  rest: z.strictObject({ ...frameShape, by: carrierSchema.nullable() }),
  grips: gripsSchema.exactOptional(),
  motions: valuesByName(idSchema, propMotionSchema),
});
