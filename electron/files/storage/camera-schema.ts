import { z } from 'zod';
import { AIM_DISTANCES, FOCAL_LENGTHS, type CameraMotion } from '../../../core/animation/camera-motion.ts';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import { MOST_ASPECT } from '../../../core/document/edits/cameras.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { idSchema, listOf, nameSchema, valuesByName } from './basic-schemas.ts';
import { frameShape, rising } from './prop-schema.ts';

const shotShape = {
  ...frameShape,
  focalLength: z.number().min(FOCAL_LENGTHS[0]).max(FOCAL_LENGTHS[1]),
  distance: z.number().min(AIM_DISTANCES[0]).max(AIM_DISTANCES[1]),
};

const motionSchema: z.ZodType<CameraMotion> = z.strictObject({
  keys: listOf(z.strictObject({ time: z.number().min(0), ...shotShape, interpolation: z.enum(INTERPOLATIONS) })).refine(
    (keys) => rising(keys.map(({ time }) => time)),
    { error: 'expected keys at rising times' },
  ),
});

/** A camera, and a camera's file but for its id. */
export const cameraDataSchema: z.ZodType<CameraData> = z.strictObject({
  id: idSchema,
  name: nameSchema,
  aspect: z
    .number()
    .min(1 / MOST_ASPECT)
    .max(MOST_ASPECT),
  rest: z.strictObject(shotShape),
  motions: valuesByName(idSchema, motionSchema),
});
