import { z } from 'zod';
import { PROJECT_VERSION, type ProjectData, type CharacterReference } from '../../../core/document/project-data.ts';
import { placeSchema, actorDataSchema } from './actor-schema.ts';
import {
  areDifferent,
  distinct,
  hashSchema,
  idSchema,
  isId,
  LONGEST_LIST,
  nameSchema,
  valuesByName,
  NO_ID,
} from './basic-schemas.ts';
import { cameraDataSchema } from './camera-schema.ts';
import { clipDataSchema } from './clip-schema.ts';
import { savedPoseDataSchema, unkeyedSchema } from './pose-schema.ts';
import { pinsSchema, solverSchema } from './posing-schema.ts';
import { propDataSchema } from './prop-schema.ts';
import { referenceSchema } from './reference-schema.ts';
import { rigSettingsDataSchema } from './rig-schema.ts';
import { soundDataSchema } from './sound-schema.ts';
import { projectViewSchema } from './view-schema.ts';

const characterSchema: z.ZodType<CharacterReference> = z.strictObject({
  name: nameSchema,
  fileName: nameSchema,
  hash: hashSchema,
});

/** What a project's users share of it, but for its poses, clips and limits: the content of the project file. */
const projectFileShape = {
  version: z.literal(PROJECT_VERSION),
  name: nameSchema,
  character: characterSchema,
  place: placeSchema.exactOptional(),
  pins: pinsSchema,
  solver: solverSchema,
};

export const projectFileSchema = z.strictObject(projectFileShape);

/** The ids of a project's poses may be a hundred thousand: each is looked at once, which a schema of its own takes ten times as long to do. */
export const idListSchema = z.custom<string[]>((value) => problemOfIds(value) === null, {
  error: ({ input }) => problemOfIds(input) ?? undefined,
});

function problemOfIds(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > LONGEST_LIST) return 'expected a list of ids';
  if (!value.every((id) => typeof id === 'string' && isId(id))) return NO_ID;
  return areDifferent(value as string[]) ? null : 'expected different ids';
}

/** What is one user's own: the pose that is not keyed yet, the clip on the timeline, what is posed by, the order of what the project holds, and how it was seen. */
export const userStateSchema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  unkeyed: unkeyedSchema,
  /** The poses of other actors than the first that are not keyed yet, by their ids. */
  othersUnkeyed: valuesByName(idSchema, unkeyedSchema).exactOptional(),
  activeClip: idSchema,
  workedOn: idSchema.exactOptional(),
  reference: referenceSchema.exactOptional(),
  poses: idListSchema,
  clips: idListSchema,
  actors: idListSchema.exactOptional(),
  props: idListSchema.exactOptional(),
  sounds: idListSchema.exactOptional(),
  cameras: idListSchema.exactOptional(),
  view: projectViewSchema.exactOptional(),
});

/** More than a scene could ever show. */
export const MOST_ACTORS = 1000;
export const MOST_PROPS = 1000;
export const MOST_CAMERAS = 1000;
const MOST_SOUNDS = 10_000;

const projectShape = {
  ...projectFileShape,
  unkeyed: unkeyedSchema,
  activeClip: idSchema,
  workedOn: idSchema.exactOptional(),
  reference: referenceSchema.nullable().exactOptional(),
  actors: distinct('actors', actorDataSchema, MOST_ACTORS).exactOptional(),
  props: distinct('props', propDataSchema, MOST_PROPS).exactOptional(),
  sounds: distinct('sounds', soundDataSchema, MOST_SOUNDS).exactOptional(),
  cameras: distinct('cameras', cameraDataSchema, MOST_CAMERAS).exactOptional(),
  rig: rigSettingsDataSchema,
  poses: distinct('poses', savedPoseDataSchema),
  clips: distinct('clips', clipDataSchema),
};

export const projectDataSchema: z.ZodType<ProjectData> = z.strictObject(projectShape);

/** Some fields of a project. */
export const someFieldsSchema: z.ZodType<Partial<ProjectData>> = z.strictObject(
  Object.fromEntries(Object.entries(projectShape).map(([field, schema]) => [field, schema.exactOptional()])) as unknown as {
    [Field in keyof typeof projectShape]: z.ZodExactOptional<(typeof projectShape)[Field]>;
  },
);
