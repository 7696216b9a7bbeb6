import { z } from 'zod';
import type { SoundData } from '../../../core/document/project-data.ts';
import { LOUDEST } from '../../../core/document/edits/sounds.ts';
import { hashSchema, idSchema, nameSchema } from './basic-schemas.ts';

/** Seconds: a day. */
const LONGEST = 86_400;

/** A sound, and a sound's file but for its id. */
export const soundDataSchema: z.ZodType<SoundData> = z
  .strictObject({
    id: idSchema,
    name: nameSchema,
    fileName: nameSchema,
    hash: hashSchema,
    clip: idSchema,
    at: z.number().min(-LONGEST).max(LONGEST),
    from: z.number().min(0).max(LONGEST),
    to: z.number().positive().max(LONGEST).exactOptional(),
    volume: z.number().min(0).max(LOUDEST),
    isMuted: z.literal(true).exactOptional(),
  })
  .refine(({ from, to }) => to === undefined || from < to, { error: 'expected a part that ends after it begins' });
