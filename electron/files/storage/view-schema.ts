import { z } from 'zod';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import type { JournalView, ProjectView } from '../../contract.ts';
import { idSchema, nameSchema } from './basic-schemas.ts';

/** A layout of all panels has about five thousand characters. */
const LONGEST_LAYOUT = 100_000;

/** More than a scene could ever show. */
const MOST_MARKED = 1000;

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
};

export const journalViewSchema: z.ZodType<JournalView> = z.strictObject(journalViewShape);

const actorIds = z.array(idSchema).max(MOST_MARKED);

const viewSchema = z.strictObject({
  ...journalViewShape,
  selection: z.strictObject({ joint: nameSchema.nullable(), handle: z.enum(HANDLE_NAMES).nullable() }),
  panels: z.string().max(LONGEST_LAYOUT).nullable(),
  actors: z.strictObject({ hidden: actorIds, locked: actorIds, solo: actorIds }).exactOptional(),
});

/** The picture to pose by was a part of the view once: it is passed over. */
export const projectViewSchema: z.ZodType<ProjectView> = z.preprocess((raw) => {
  if (typeof raw !== 'object' || raw === null || !('reference' in raw)) return raw;
  const { reference: _, ...view } = raw;
  return view;
}, viewSchema);
