import { z } from 'zod';
import {
  CONTACT_PARTS,
  FRAME_RATES,
  INTERPOLATIONS,
  type Interpolation,
  type TouchedPlace,
} from '../../../core/animation/clip.ts';
import { GIVE_WAYS } from '../../../core/humanoid/bodies/body-contact.ts';
import { HANDLE_RANGE } from '../../../core/animation/easing.ts';
import { LAYER_WEIGHTS } from '../../../core/animation/layers.ts';
import type { ListChange } from '../../../core/document/list-change.ts';
import {
  PROJECT_VERSION,
  type ActorData,
  type ClipData,
  type PoseData,
  type ProjectData,
  type RigSettingsData,
  type SavedPoseData,
  type UnkeyedData,
  type CharacterReference,
} from '../../../core/document/project-data.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { HANDLE_NAMES, type Pins } from '../../../core/humanoid/body/handles.ts';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../../core/humanoid/pulling/pull-goals.ts';
import { MOST_SOFT_REACH } from '../../../core/humanoid/pulling/soft-reach.ts';
import { VISITING_ORDERS } from '../../../core/ik/request/orders.ts';
import type { JournalView, ProjectView, ReferenceImage } from '../../contract.ts';
import type { Place } from '../../../core/math/place.ts';
import { UNIT_LENGTH_TOLERANCE } from '../../../core/math/tolerances.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import {
  areDifferent,
  differentIds,
  hashSchema,
  idSchema,
  isId,
  LONGEST_LIST,
  nameSchema,
  quat,
  valuesByName,
  vec3,
  pointSchema,
  NO_ID,
} from './basic-schemas.ts';
import { carrierSchema, frameShape, propDataSchema } from './prop-schema.ts';
import { cameraDataSchema } from './camera-schema.ts';
import { soundDataSchema } from './sound-schema.ts';

const LONGEST_THUMBNAIL = 4_000_000;

const numbers = z.array(z.number()).max(LONGEST_LIST);

const handleTime = z.number().min(0).max(1);
const handleShare = z.number().min(HANDLE_RANGE[0]).max(HANDLE_RANGE[1]);
const tangent = z.array(z.number()).min(1).max(3);
const anyInterpolation = z.union([
  z.enum(INTERPOLATIONS),
  z.tuple([handleTime, handleShare, handleTime, handleShare]),
  z.strictObject({ out: tangent, in: tangent }),
]);

/**
 * A schema for what files hold a hundred thousand times: what `isFine` says nothing is wrong with is not looked at part by part, and what is
 * missing is told only where it is asked for.
 */
function quick<Output>(schema: z.ZodType<Output>, isFine: (value: unknown) => boolean): z.ZodType<Output> {
  const sentenceOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  return z
    .custom<Output>((value) => value !== undefined, { abort: true, error: ({ input }) => sentenceOf(input) })
    .check((payload) => {
      if (payload.value === undefined || isFine(payload.value)) return;
      const { error } = schema.safeParse(payload.value);
      for (const issue of error?.issues ?? [])
        payload.issues.push({ ...issue, input: payload.value } as (typeof payload.issues)[number]);
    });
}

const interpolationSchema: z.ZodType<Interpolation> = quick(
  anyInterpolation,
  (value) => typeof value === 'string' && (INTERPOLATIONS as readonly string[]).includes(value),
);

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
  stiffness: valuesByName(z.string(), z.number().min(0).max(1)),
});

const jointIndex = z.number().int().min(0);

/** With joints by index, as the window has them. */
export const rigSettingsSchema = z.strictObject({
  ...rigShape,
  limits: z.record(jointIndex, limitSchema),
  stiffness: z.record(jointIndex, z.number().min(0).max(1)),
});

const anyRotations = valuesByName(z.string(), quat);

function areRotations(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((each) => areNumbers(each, 4));
}

function areNumbers(value: unknown, count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every(Number.isFinite);
}

const poseDataSchema: z.ZodType<PoseData> = quick(
  z.strictObject({
    root: vec3,
    joints: anyRotations,
    slides: numbers.exactOptional(),
    expressions: valuesByName(nameSchema, z.number().min(0).max(1)).exactOptional(),
  }),
  isPlainPose,
);

/** A pose of places and rotations alone, with its fields in the order in which files have them. */
function isPlainPose(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'root,joints') return false;
  const { root, joints } = value as { readonly root: unknown; readonly joints: unknown };
  return areNumbers(root, 3) && areRotations(joints);
}

const savedPoseShape = {
  id: idSchema,
  name: nameSchema,
  tags: z.array(nameSchema).max(1000),
  folder: nameSchema.exactOptional(),
  favourite: z.literal(true).exactOptional(),
  joints: z.union([z.literal('all'), z.array(z.string()).max(LONGEST_LIST)], {
    error: 'expected "all" or a list of joint names',
  }),
  root: z.boolean(),
  expressions: z.array(nameSchema).max(LONGEST_LIST).exactOptional(),
  pose: poseDataSchema,
};

export const frameRateSchema = z
  .number()
  .refine((fps) => FRAME_RATES.includes(fps), { error: `expected one of ${FRAME_RATES.join(', ')} frames a second` });

const trackShape = {
  interpolation: interpolationSchema,
  keyInterpolations: z.array(interpolationSchema.nullable()).max(LONGEST_LIST).exactOptional(),
  times: numbers,
  values: numbers,
};

const spanShape = { from: z.number().min(0), to: z.number(), isMuted: z.literal(true).exactOptional() };

const touchedSchema: z.ZodType<TouchedPlace> = z.strictObject({
  by: z.union([carrierSchema, z.strictObject({ joint: nameSchema })]),
  ...frameShape,
  point: pointSchema.exactOptional(),
  turns: z.literal(true).exactOptional(),
  gives: z.enum(GIVE_WAYS).exactOptional(),
});

const clipShape = {
  id: idSchema,
  name: nameSchema,
  duration: z.number().positive(),
  fps: frameRateSchema,
  loop: z.boolean(),
  keepsPins: z.literal(true).exactOptional(),
  contacts: z
    .array(
      z
        .union([
          z.strictObject({ part: z.enum(CONTACT_PARTS), ...spanShape }),
          z.strictObject({
            part: z.enum(HANDLE_NAMES),
            ...spanShape,
            fade: z.number().min(0).exactOptional(),
            on: touchedSchema,
          }),
        ])
        .refine(({ from, to }) => to > from, { error: 'expected a contact that ends after it begins' }),
    )
    .max(LONGEST_LIST)
    .exactOptional(),
  markers: z
    .array(z.strictObject({ name: nameSchema, time: z.number().min(0), camera: idSchema.exactOptional() }))
    .max(LONGEST_LIST)
    .refine((markers) => markers.every(({ time }, i) => i === 0 || time > markers[i - 1]!.time), {
      error: 'expected markers in the order of their times, one at a time',
    })
    .exactOptional(),
};

/** A layer of a clip, around whatever names its tracks' joints. */
function layersSchema<Joint extends z.ZodType>(joint: Joint) {
  return z
    .array(
      z.strictObject({
        name: nameSchema,
        weight: z.number().min(LAYER_WEIGHTS[0]).max(LAYER_WEIGHTS[1]),
        isMuted: z.literal(true).exactOptional(),
        from: z.number(),
        to: z.number(),
        tracks: z.array(z.strictObject({ joint, ...trackShape })).max(LONGEST_LIST),
      }),
    )
    .max(LONGEST_LIST)
    .exactOptional();
}

/** The tracks of a clip, with joints by name. */
const tracksShape = {
  layers: layersSchema(z.string().nullable()),
  tracks: z.array(z.strictObject({ joint: z.string().nullable(), ...trackShape })).max(LONGEST_LIST),
  expressions: z
    .array(z.strictObject({ expression: nameSchema, ...trackShape }))
    .max(LONGEST_LIST)
    .exactOptional(),
};

/** With joints by name. */
export const clipDataSchema: z.ZodType<ClipData> = z.strictObject({ ...clipShape, ...tracksShape });

export const savedPoseDataSchema: z.ZodType<SavedPoseData> = z.strictObject({
  ...savedPoseShape,
  motion: z
    .strictObject({
      duration: clipShape.duration,
      fps: clipShape.fps,
      loop: clipShape.loop,
      tracks: z.array(z.strictObject({ joint: z.string().nullable(), ...trackShape })).max(LONGEST_LIST),
    })
    .exactOptional(),
  thumbnail: z
    .string()
    .max(LONGEST_THUMBNAIL)
    .regex(/^(?:data:image\/png;base64,[A-Za-z0-9+/]+={0,2}|file:[A-Za-z0-9_][A-Za-z0-9_-]{0,79}(?:\?[0-9a-f]{1,32})?)?$/, {
      error: 'expected a PNG image as a data URL, or a file of the project',
    }),
});

const keysInFileSchema = z
  .array(z.strictObject({ time: z.number(), value: numbers, interpolation: interpolationSchema.exactOptional() }))
  .max(LONGEST_LIST);

/** Keys of a time and numbers each, without an interpolation of their own. */
function arePlainKeys(value: unknown): boolean {
  return Array.isArray(value) && value.length <= LONGEST_LIST && value.every(isPlainKey);
}

function isPlainKey(key: unknown): boolean {
  if (typeof key !== 'object' || key === null || Object.keys(key).join() !== 'time,value') return false;
  const { time, value } = key as { readonly time: unknown; readonly value: unknown };
  return Number.isFinite(time) && Array.isArray(value) && value.length <= LONGEST_LIST && value.every(Number.isFinite);
}

/** The keys of a track in a clip's file. */
const trackFileShape = { interpolation: interpolationSchema, keys: quick(keysInFileSchema, arePlainKeys) };

/** The tracks of a clip in a file: a track's keys stand one by one. A value of another size than its joint needs is left to the reader of the track. */
const tracksFileShape = {
  layers: layersSchema(z.string().nullable()),
  tracks: z.array(z.strictObject({ joint: z.string().nullable(), ...trackFileShape })).max(LONGEST_LIST),
  expressions: z
    .array(z.strictObject({ expression: nameSchema, ...trackFileShape }))
    .max(LONGEST_LIST)
    .exactOptional(),
};

/** A clip's file. */
export const clipFileSchema = z.strictObject({ ...clipShape, ...tracksFileShape });

/** With joints by index, −1 for the root's translation, below that for expressions. */
export const clipSchema = z.strictObject({
  ...clipShape,
  layers: layersSchema(z.number().int().min(-1)),
  tracks: z.array(z.strictObject({ joint: z.number().int(), ...trackShape })).max(LONGEST_LIST),
});

const pinSchema = z.strictObject({
  translation: z.boolean(),
  rotation: z.boolean(),
  weight: z.number().positive(),
  on: z.enum(HUMANOID_BONES).exactOptional(),
  ik: z.number().min(0).max(1).exactOptional(),
});

const pinsSchema: z.ZodType<Pins> = z.strictObject(
  Object.fromEntries(HANDLE_NAMES.map((name) => [name, pinSchema.exactOptional()])),
);

const solverSchema: z.ZodType<SolverSettings> = z.strictObject({
  order: z.enum(VISITING_ORDERS),
  tolerance: z.number().positive(),
  maxIterations: z.number().int().min(1).max(100_000),
  restarts: z.number().int().min(0).max(100_000),
  rootStiffness: z.number().min(0).max(1),
  balance: z.boolean(),
  // Projects of before these were settings have the defaults.
  weight: z.number().min(0).max(1).default(DEFAULT_SOLVER_SETTINGS.weight),
  softReach: z.number().min(0).max(MOST_SOFT_REACH).default(DEFAULT_SOLVER_SETTINGS.softReach),
  followLibrary: z.number().min(0).max(1).default(DEFAULT_SOLVER_SETTINGS.followLibrary),
  gaze: z.tuple([z.number(), z.number(), z.number()]).nullable().default(null),
});

const characterSchema: z.ZodType<CharacterReference> = z.strictObject({
  name: nameSchema,
  fileName: nameSchema,
  hash: hashSchema,
});

export const placeSchema: z.ZodType<Place> = z.strictObject({
  at: pointSchema,
  turn: z.number(),
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
const idListSchema = z.custom<string[]>((value) => problemOfIds(value) === null, {
  error: ({ input }) => problemOfIds(input) ?? undefined,
});

function problemOfIds(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > LONGEST_LIST) return 'expected a list of ids';
  if (!value.every((id) => typeof id === 'string' && isId(id))) return NO_ID;
  return areDifferent(value as string[]) ? null : 'expected different ids';
}

/** A layout of all panels has about five thousand characters. */
const LONGEST_LAYOUT = 100_000;

/** Characters of a reference image: some 3 MB of it. */
const LONGEST_PICTURE = 4_000_000;

const referenceImageSchema: z.ZodType<ReferenceImage> = z.strictObject({
  name: nameSchema,
  picture: z
    .string()
    .max(LONGEST_PICTURE)
    .regex(/^data:image\/(?:png|jpeg|webp);base64,/, { error: 'expected a picture as a data URL' }),
  isShown: z.boolean(),
  opacity: z.number().min(0).max(1),
  size: z.number().positive(),
  offset: z.tuple([z.number(), z.number()]),
});

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

export const projectViewSchema: z.ZodType<ProjectView> = z.strictObject({
  ...journalViewShape,
  selection: z.strictObject({ joint: nameSchema.nullable(), handle: z.enum(HANDLE_NAMES).nullable() }),
  panels: z.string().max(LONGEST_LAYOUT).nullable(),
  reference: referenceImageSchema.exactOptional(),
});

const unkeyedSchema: z.ZodType<UnkeyedData | null> = z
  .strictObject({
    clip: idSchema.exactOptional(),
    time: z.number().min(0).exactOptional(),
    pose: poseDataSchema,
  })
  .nullable();

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

/** What is one user's own: the pose that is not keyed yet, the clip on the timeline, the order of what the project holds, and how it was seen. */
export const userStateSchema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  unkeyed: unkeyedSchema,
  /** The poses of other actors than the first that are not keyed yet, by their ids. */
  othersUnkeyed: valuesByName(idSchema, unkeyedSchema).exactOptional(),
  activeClip: idSchema,
  workedOn: idSchema.exactOptional(),
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
const MOST_SOUNDS = 10_000;
export const MOST_CAMERAS = 1000;

const projectShape = {
  ...projectFileShape,
  unkeyed: unkeyedSchema,
  activeClip: idSchema,
  workedOn: idSchema.exactOptional(),
  actors: z
    .array(actorDataSchema)
    .max(MOST_ACTORS)
    .refine(differentIds, { error: 'expected actors with different ids' })
    .exactOptional(),
  props: z
    .array(propDataSchema)
    .max(MOST_PROPS)
    .refine(differentIds, { error: 'expected props with different ids' })
    .exactOptional(),
  sounds: z
    .array(soundDataSchema)
    .max(MOST_SOUNDS)
    .refine(differentIds, { error: 'expected sounds with different ids' })
    .exactOptional(),
  cameras: z
    .array(cameraDataSchema)
    .max(MOST_CAMERAS)
    .refine(differentIds, { error: 'expected cameras with different ids' })
    .exactOptional(),
  rig: rigSettingsDataSchema,
  poses: z.array(savedPoseDataSchema).max(LONGEST_LIST).refine(differentIds, { error: 'expected poses with different ids' }),
  clips: z.array(clipDataSchema).max(LONGEST_LIST).refine(differentIds, { error: 'expected clips with different ids' }),
};

export const projectDataSchema: z.ZodType<ProjectData> = z.strictObject(projectShape);

/** Some fields of a project. */
const someFieldsSchema: z.ZodType<Partial<ProjectData>> = z.strictObject(
  Object.fromEntries(Object.entries(projectShape).map(([field, schema]) => [field, schema.exactOptional()])) as unknown as {
    [Field in keyof typeof projectShape]: z.ZodExactOptional<(typeof projectShape)[Field]>;
  },
);

/** Tells one content of a file from others: the first half of a SHA-256 hash. */
const revisionSchema = z.string().regex(/^[0-9a-f]{32}$/, { error: 'expected a revision' });

/** The revisions of files by their paths in a project folder. */
export const revisionsSchema = z.record(z.string().max(200), revisionSchema);

export function listChangeSchema<Item extends { readonly id: string }>(item: z.ZodType<Item>): z.ZodType<ListChange<Item>> {
  return z.strictObject({
    removed: z.array(idSchema).max(LONGEST_LIST),
    put: z.array(z.strictObject({ after: idSchema.nullable().exactOptional(), item })).max(LONGEST_LIST),
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
