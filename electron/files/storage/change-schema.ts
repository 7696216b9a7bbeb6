import { z } from 'zod';
import type { ListChange } from '../../../core/document/list-change.ts';
import { actorDataSchema } from './actor-schema.ts';
import { idSchema, listOf } from './basic-schemas.ts';
import { cameraDataSchema } from './camera-schema.ts';
import { clipDataSchema } from './clip-schema.ts';
import { savedPoseDataSchema } from './pose-schema.ts';
import { idListSchema, someFieldsSchema } from './project-schema.ts';
import { propDataSchema } from './prop-schema.ts';
import { soundDataSchema } from './sound-schema.ts';

/** Tells one content of a file from others: the first half of a SHA-256 hash. */
const revisionSchema = z.string().regex(/^[0-9a-f]{32}$/, { error: 'expected a revision' });

/** The revisions of files by their paths in a project folder. */
export const revisionsSchema = z.record(z.string().max(200), revisionSchema);

export function listChangeSchema<Item extends { readonly id: string }>(item: z.ZodType<Item>): z.ZodType<ListChange<Item>> {
  return z.strictObject({
    removed: listOf(idSchema),
    put: listOf(z.strictObject({ after: idSchema.nullable().exactOptional(), item })),
    order: idListSchema.exactOptional(),
    bases: z.record(idSchema, revisionSchema.nullable()).exactOptional(),
  });
}

/** The fields of what leads from one state of a project to another. */
export const projectChangeShape = {
  changed: someFieldsSchema,
  before: someFieldsSchema.exactOptional(),
  poses: listChangeSchema(savedPoseDataSchema).exactOptional(),
  clips: listChangeSchema(clipDataSchema).exactOptional(),
  actors: listChangeSchema(actorDataSchema).exactOptional(),
  props: listChangeSchema(propDataSchema).exactOptional(),
  sounds: listChangeSchema(soundDataSchema).exactOptional(),
  cameras: listChangeSchema(cameraDataSchema).exactOptional(),
};
