import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { keySize, ROOT_TRACK, type Interpolation } from '../../../core/animation/clip.ts';
import { migrate, type RawProject, type Versioned } from '../../../core/document/migrations.ts';
import {
  PROJECT_VERSION,
  type ActorData,
  type ClipData,
  type ProjectData,
  type PropData,
  type SoundData,
  type CameraData,
  type RigSettingsData,
  type SavedPoseData,
  type TrackData,
} from '../../../core/document/project-data.ts';
import { isToldOf } from '../../../core/document/serialize.ts';
import { ORIGIN } from '../../../core/math/place.ts';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { layOutJson } from '../storage/lay-out-json.ts';
import { actorDataSchema, actorFileSchema } from '../storage/actor-schema.ts';
import { clipDataSchema, clipFileSchema } from '../storage/clip-schema.ts';
import { projectFileSchema } from '../storage/project-schema.ts';
import { rigSettingsDataSchema } from '../storage/rig-schema.ts';
import { savedPoseDataSchema } from '../storage/pose-schema.ts';
import { propDataSchema } from '../storage/prop-schema.ts';
import { cameraDataSchema } from '../storage/camera-schema.ts';
import { soundDataSchema } from '../storage/sound-schema.ts';

export const DEFAULT_RIG_SETTINGS: RigSettingsData = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} };

const PNG_PREFIX = 'data:image/png;base64,';
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** With which every whole PNG ends. */
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const LARGEST_THUMBNAIL = 2_000_000;

export function rigPath({ hash }: ProjectData['character']): string {
  return `rigs/${hash}.json`;
}

export function picturePath(id: string): string {
  return `poses/${id}.png`;
}

/** Tells this content of a file from others. */
export function revisionOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** The text of a pose's file. Its id is the file's name, its picture a file beside it. Fields stand in the order of the schema. */
export function layOutPose(saved: SavedPoseData): string {
  const { id: _id, thumbnail: _thumbnail, ...pose } = savedPoseDataSchema.parse({ ...saved, thumbnail: '' });
  return layOutJson({ version: PROJECT_VERSION, ...pose });
}

/** What stands in one line of a clip's motion. */
const LINES_OF_MOTION = ['contacts.*', 'layers.*.tracks.*', 'tracks.*.keys.*', 'expressions.*.keys.*'];

/** The text of a clip's file, one key a line. */
export function layOutClip(whole: ClipData): string {
  const { id: _, ...clip } = clipDataSchema.parse(whole);
  return layOutJson({ version: PROJECT_VERSION, ...motionInLines(clip) }, [...LINES_OF_MOTION, 'markers.*']);
}

/** The text of an actor's file. What it does that is not keyed is its user's own. */
export function layOutActor(whole: ActorData): string {
  const { id: _, unkeyed: _unkeyed, rig, motions, ...actor } = actorDataSchema.parse(whole);
  const laidOut = Object.entries(motions).map(([clip, motion]) => [clip, motionInLines(motion)] as const);
  const lines = LINES_OF_MOTION.map((line) => `motions.*.${line}`);
  return layOutJson({ version: PROJECT_VERSION, ...actor, rig: rigInOrder(rig), motions: Object.fromEntries(laidOut) }, [
    'rig.limits.*',
    'pins.*',
    ...lines,
  ]);
}

/** The text of a prop's file, one key a line. */
export function layOutProp(whole: PropData): string {
  const { id: _, ...prop } = propDataSchema.parse(whole);
  return layOutJson({ version: PROJECT_VERSION, ...prop }, ['form', 'rest', 'motions.*.keys.*', 'motions.*.changes.*']);
}

/** The text of a sound's file. */
export function layOutSound(whole: SoundData): string {
  const { id: _, ...sound } = soundDataSchema.parse(whole);
  return layOutJson({ version: PROJECT_VERSION, ...sound });
}

/** The text of a camera's file, one key a line. */
export function layOutCamera(whole: CameraData): string {
  const { id: _, ...camera } = cameraDataSchema.parse(whole);
  return layOutJson({ version: PROJECT_VERSION, ...camera }, ['rest', 'motions.*.keys.*']);
}

type Tracks = Pick<ClipData, 'tracks' | 'expressions'>;

function motionInLines<Motion extends Tracks>({ tracks, expressions, ...motion }: Motion) {
  const laidOut = tracks.map(({ joint, ...track }) => ({ joint, ...keysInLines(track, sizeOf(joint)) }));
  const faces = expressions?.map(({ expression, ...track }) => ({ expression, ...keysInLines(track, 1) }));
  return { ...motion, tracks: laidOut, ...(faces && { expressions: faces }) };
}

/** The tracks of a motion as its file has them. */
interface TracksInLines {
  readonly tracks: readonly (KeysInLines & { readonly joint: string | null })[];
  readonly expressions?: readonly (KeysInLines & { readonly expression: string })[];
}

function motionFromLines<Motion extends TracksInLines>({ tracks, expressions, ...motion }: Motion) {
  const faces = expressions?.map(({ expression, ...track }) => ({ expression, ...keysFromLines(track) }));
  return {
    ...motion,
    tracks: tracks.map(({ joint, ...track }) => ({ joint, ...keysFromLines(track) })),
    ...(faces && { expressions: faces }),
  };
}

type Keys = Omit<TrackData, 'joint'>;

interface KeysInLines {
  readonly interpolation: Interpolation;
  readonly keys: readonly { readonly time: number; readonly value: readonly number[]; readonly interpolation?: Interpolation }[];
}

/** Keys that cannot be used may have another size than they should. */
function keysInLines({ interpolation, keyInterpolations, times, values }: Keys, usual: number): KeysInLines {
  const whole = values.length / times.length;
  const size = Number.isInteger(whole) ? whole : usual;
  const keys = times.map((time, k) => {
    const own = keyInterpolations?.[k];
    return { time, value: values.slice(size * k, size * (k + 1)), ...(own && { interpolation: own }) };
  });
  return { interpolation, keys };
}

/** Throws an `Error` with one sentence for keys of different sizes. */
function keysFromLines({ interpolation, keys }: KeysInLines): Keys {
  const [size = 0, ...others] = new Set(keys.map(({ value }) => value.length));
  if (others.length > 0)
    throw new Error(`a track has keys of ${size} and of ${others[0]} numbers, which must be as many in each`);
  return {
    interpolation,
    ...(keys.some((key) => key.interpolation) && { keyInterpolations: keys.map((key) => key.interpolation ?? null) }),
    times: keys.map(({ time }) => time),
    values: keys.flatMap(({ value }) => value),
  };
}

/** The text of the file of a rig's settings, one joint a line. */
export function layOutRig(rig: RigSettingsData): string {
  return layOutJson({ version: PROJECT_VERSION, ...rigInOrder(rigSettingsDataSchema.parse(rig)) }, ['limits.*']);
}

function rigInOrder({ preset, corrections, limits, stiffness, flatFeet }: RigSettingsData) {
  const told = flatFeet && Object.keys(flatFeet).length > 0 && { flatFeet: byName(flatFeet) };
  return { preset, corrections: byName(corrections), limits: byName(limits), stiffness: byName(stiffness), ...told };
}

/** The text of the project file, one setting a line. */
export function layOutProjectFile({
  name,
  character,
  place = ORIGIN,
  pins,
  solver,
}: Omit<z.infer<typeof projectFileSchema>, 'version'>): string {
  const stands = isToldOf(place) ? { place } : {};
  return layOutJson(projectFileSchema.parse({ version: PROJECT_VERSION, name, character, ...stands, pins, solver }), ['pins.*']);
}

/** The picture of a pose that was drawn and not saved yet, as the bytes of a PNG; null for other poses. */
export function drawnPicture({ thumbnail }: SavedPoseData): Buffer | null {
  return thumbnail.startsWith(PNG_PREFIX) ? Buffer.from(thumbnail.slice(PNG_PREFIX.length), 'base64') : null;
}

/** A pose from its file. `thumbnail` tells where its picture is, see `SavedPose.thumbnail`. Throws an `Error` with one sentence. */
export function readPose(id: string, json: Uint8Array, thumbnail: string): SavedPoseData {
  const { version: _, ...pose } = readVersioned('poses', json);
  return valid(savedPoseDataSchema, { id, ...pose, thumbnail });
}

/** A clip from its file. Throws an `Error` with one sentence. */
export function readClip(id: string, json: Uint8Array): ClipData {
  const { version: _, ...raw } = readVersioned('clips', json);
  return motionFromLines(valid(clipFileSchema, { id, ...raw }));
}

/** An actor from its file. Throws an `Error` with one sentence. */
export function readActor(id: string, json: Uint8Array): ActorData {
  const { version: _, ...raw } = readVersioned('actors', json);
  const { motions, ...actor } = valid(actorFileSchema, { id, ...raw });
  const read = Object.entries(motions).map(([clip, motion]) => [clip, motionFromLines(motion)] as const);
  return { ...actor, unkeyed: null, motions: Object.fromEntries(read) };
}

/** A prop from its file. Throws an `Error` with one sentence. */
export function readProp(id: string, json: Uint8Array): PropData {
  const { version: _, ...raw } = readVersioned('props', json);
  return valid(propDataSchema, { id, ...raw });
}

/** A sound from its file. Throws an `Error` with one sentence. */
export function readSound(id: string, json: Uint8Array): SoundData {
  const { version: _, ...raw } = readVersioned('sounds', json);
  return valid(soundDataSchema, { id, ...raw });
}

/** A camera from its file. Throws an `Error` with one sentence. */
export function readCamera(id: string, json: Uint8Array): CameraData {
  const { version: _, ...raw } = readVersioned('cameras', json);
  return valid(cameraDataSchema, { id, ...raw });
}

/** The settings of a rig from their file. Throws an `Error` with one sentence. */
export function readRig(json: Uint8Array): RigSettingsData {
  const { version: _, ...rig } = readVersioned('rigs', json);
  return valid(rigSettingsDataSchema, rig);
}

/** The JSON of a file at the present version. Throws an `Error` with one sentence. */
export function readVersioned(kind: Exclude<Versioned, 'line'>, json: Uint8Array): RawProject {
  return migrate(kind, parseFile(json), 'it is no file of a Limber project');
}

function parseFile(json: Uint8Array): RawProject {
  try {
    return parseJsonObject(json, 'its content');
  } catch (error) {
    const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');
    if (!/^<{7} /m.test(text)) throw error;
    throw new Error('it holds the conflict markers of a merge: resolve them, and it is read again', { cause: error });
  }
}

function valid<Part>(schema: z.ZodType<Part>, part: unknown): Part {
  const parsed = schema.safeParse(part);
  if (parsed.success) return parsed.data;
  throw new Error(explainProblem(parsed.error, 'its content'));
}

/** Whether a file's bytes are those of a picture that can be shown. */
export function isPicture(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = PNG_SIGNATURE.equals(content.subarray(0, PNG_SIGNATURE.length));
  return content.length <= LARGEST_THUMBNAIL && begins && content.includes(PNG_END);
}

function sizeOf(joint: string | null): number {
  return keySize(joint === null ? ROOT_TRACK : 0);
}

function byName(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
