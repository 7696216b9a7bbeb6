import { z } from 'zod';
import type { ActorData, ActorPlace } from '../../../core/document/project-data.ts';
import { hashSchema, idSchema, nameSchema, valuesByName, pointSchema } from './basic-schemas.ts';
import { clipShape, tracksShape, tracksFileShape } from './clip-schema.ts';
import { unkeyedSchema } from './pose-schema.ts';
import { pinsSchema } from './posing-schema.ts';
import { rigSettingsDataSchema } from './rig-schema.ts';

export const placeSchema: z.ZodType<ActorPlace> = z.strictObject({
  at: pointSchema,
  turn: z.number(),
  isOut: z.literal(true).exactOptional(),
});

const actorShape = {
  id: idSchema,
  name: nameSchema,
  fileName: nameSchema,
  hash: hashSchema,
  place: placeSchema,
  rig: rigSettingsDataSchema,
  pins: pinsSchema,
};

const heldShape = { keepsPins: clipShape.keepsPins, contacts: clipShape.contacts };

/** An actor with what it does, joints by name. */
export const actorDataSchema: z.ZodType<ActorData> = z.strictObject({
  ...actorShape,
  unkeyed: unkeyedSchema,
  motions: valuesByName(idSchema, z.strictObject({ ...heldShape, ...tracksShape })),
});

/** An actor's file. */
export const actorFileSchema = z.strictObject({
  ...actorShape,
  motions: valuesByName(idSchema, z.strictObject({ ...heldShape, ...tracksFileShape })),
});
