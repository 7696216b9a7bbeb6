import { z } from 'zod';
import {
  CONTACT_PARTS,
  FRAME_RATES,
  INTERPOLATIONS,
  type Interpolation,
  type TouchedPlace,
} from '../../../core/animation/clip.ts';
import { HANDLE_RANGE } from '../../../core/animation/easing.ts';
import { LAYER_WEIGHTS } from '../../../core/animation/layers.ts';
import type { ClipData } from '../../../core/document/project-data.ts';
import { GIVE_WAYS } from '../../../core/humanoid/bodies/body-contact.ts';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import { idSchema, listOf, LONGEST_LIST, share, nameSchema, pointSchema, numbers } from './basic-schemas.ts';
import { carrierSchema, frameShape } from './prop-schema.ts';
import { quick } from './quick-schema.ts';

const handleShare = z.number().min(HANDLE_RANGE[0]).max(HANDLE_RANGE[1]);
const tangent = z.array(z.number()).min(1).max(3);

const anyInterpolation = z.union([
  z.enum(INTERPOLATIONS),
  z.tuple([share, handleShare, share, handleShare]),
  z.strictObject({ out: tangent, in: tangent }),
]);

const interpolationSchema: z.ZodType<Interpolation> = quick(
  anyInterpolation,
  (value) => typeof value === 'string' && (INTERPOLATIONS as readonly string[]).includes(value),
);

export const frameRateSchema = z
  .number()
  .refine((fps) => FRAME_RATES.includes(fps), { error: `expected one of ${FRAME_RATES.join(', ')} frames a second` });

export const trackShape = {
  interpolation: interpolationSchema,
  keyInterpolations: listOf(interpolationSchema.nullable()).exactOptional(),
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

const contactSchema = z
  .union([
    z.strictObject({ part: z.enum(CONTACT_PARTS), ...spanShape }),
    z.strictObject({ part: z.enum(HANDLE_NAMES), ...spanShape, fade: z.number().min(0).exactOptional(), on: touchedSchema }),
  ])
  .refine(({ from, to }) => to > from, { error: 'expected a contact that ends after it begins' });

export const clipShape = {
  id: idSchema,
  name: nameSchema,
  duration: z.number().positive(),
  fps: frameRateSchema,
  loop: z.boolean(),
  keepsPins: z.literal(true).exactOptional(),
  contacts: listOf(contactSchema).exactOptional(),
  markers: listOf(z.strictObject({ name: nameSchema, time: z.number().min(0), camera: idSchema.exactOptional() }))
    .refine((markers) => markers.every(({ time }, i) => i === 0 || time > markers[i - 1]!.time), {
      error: 'expected markers in the order of their times, one at a time',
    })
    .exactOptional(),
};

/** A layer of a clip, around whatever names its tracks' joints. */
function layersSchema<Joint extends z.ZodType>(joint: Joint) {
  return listOf(
    z.strictObject({
      name: nameSchema,
      weight: z.number().min(LAYER_WEIGHTS[0]).max(LAYER_WEIGHTS[1]),
      isMuted: z.literal(true).exactOptional(),
      from: z.number(),
      to: z.number(),
      tracks: listOf(z.strictObject({ joint, ...trackShape })),
    }),
  ).exactOptional();
}

/** The tracks of a clip, with joints by name; `track`: the shape of each. Layers have theirs as the window has them. */
function tracksOf<Shape extends z.core.$ZodLooseShape>(track: Shape) {
  return {
    layers: layersSchema(z.string().nullable()),
    tracks: listOf(z.strictObject({ joint: z.string().nullable(), ...track })),
    expressions: listOf(z.strictObject({ expression: nameSchema, ...track })).exactOptional(),
  };
}

export const tracksShape = tracksOf(trackShape);

/** With joints by name. */
export const clipDataSchema: z.ZodType<ClipData> = z.strictObject({ ...clipShape, ...tracksShape });

const keysInFileSchema = listOf(
  z.strictObject({ time: z.number(), value: numbers, interpolation: interpolationSchema.exactOptional() }),
);

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
export const tracksFileShape = tracksOf(trackFileShape);

/** A clip's file. */
export const clipFileSchema = z.strictObject({ ...clipShape, ...tracksFileShape });

/** With joints by index, −1 for the root's translation, below that for expressions. */
export const clipSchema = z.strictObject({
  ...clipShape,
  layers: layersSchema(z.number().int().min(-1)),
  tracks: listOf(z.strictObject({ joint: z.number().int(), ...trackShape })),
});
