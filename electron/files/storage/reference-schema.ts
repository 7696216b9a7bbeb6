import { z } from 'zod';
import { MOST_PICTURES } from '../../../core/document/files-beside.ts';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import { hashSchema, nameSchema, share } from './basic-schemas.ts';

/** Seconds: a day. */
const LONGEST = 86_400;
/** Times its own speed, and frames a second. */
const FASTEST = 1000;

export const referenceSchema: z.ZodType<ReferenceData> = z.strictObject({
  name: nameSchema,
  files: z
    .array(z.strictObject({ fileName: nameSchema, hash: hashSchema }))
    .min(1)
    .max(MOST_PICTURES),
  isShown: z.boolean(),
  opacity: share,
  size: z.number().positive(),
  offset: z.tuple([z.number(), z.number()]),
  at: z.number().min(-LONGEST).max(LONGEST),
  speed: z.number().positive().max(FASTEST),
  fps: z.number().positive().max(FASTEST),
});
