import { z } from 'zod';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import type { JournalView, PictureOfView, ProjectView } from '../../contract.ts';
import { idSchema, nameSchema, share } from './basic-schemas.ts';

/** A layout of all panels has about five thousand characters. */
const LONGEST_LAYOUT = 100_000;

/** Characters of a picture: some 3 MB of it. */
const LONGEST_PICTURE = 4_000_000;

/** More than a scene could ever show. */
const MOST_MARKED = 1000;

const ids = z.array(idSchema).max(MOST_MARKED);

const journalViewShape = {
  playhead: z.number().min(0),
  camera: z
    .strictObject({
      target: z.tuple([z.number(), z.number(), z.number()]),
      yaw: z.number(),
      pitch: z.number(),
      distance: z.number().positive(),
      orthographic: z.boolean().exactOptional(),
    })
    .nullable(),
  through: z.union([z.literal('cuts'), z.strictObject({ camera: idSchema })]).exactOptional(),
  actors: z.strictObject({ hidden: ids, locked: ids, solo: ids }).exactOptional(),
  hiddenProps: ids.exactOptional(),
};

export const journalViewSchema: z.ZodType<JournalView> = z.strictObject(journalViewShape);

const pictureSchema: z.ZodType<PictureOfView> = z.strictObject({
  name: nameSchema,
  picture: z
    .string()
    .max(LONGEST_PICTURE)
    .regex(/^data:image\/(?:png|jpeg|webp);base64,[\w+/]*={0,2}$/, { error: 'expected a picture as a data URL' }),
  isShown: z.boolean(),
  opacity: share,
  size: z.number().positive(),
  offset: z.tuple([z.number(), z.number()]),
});

const viewSchema = z.strictObject({
  ...journalViewShape,
  selection: z.strictObject({ joint: nameSchema.nullable(), handle: z.enum(HANDLE_NAMES).nullable() }),
  panels: z.string().max(LONGEST_LAYOUT).nullable(),
  reference: pictureSchema.exactOptional(),
});

/** A picture to pose by that cannot be used is passed over, and nothing else of the view with it. */
export const projectViewSchema: z.ZodType<ProjectView> = z.preprocess((raw) => {
  if (typeof raw !== 'object' || raw === null || !('reference' in raw)) return raw;
  const { reference, ...view } = raw;
  return pictureSchema.safeParse(reference).success ? raw : view;
}, viewSchema);
