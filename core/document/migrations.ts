import { spellOut } from '../math/check-values.ts';
import { PROJECT_VERSION } from './project-data.ts';

/** JSON of a project, before it was validated. */
export type RawProject = Readonly<Record<string, unknown>>;

/**
 * What holds JSON with a version: the file `project.limber`; those of poses, clips, actors, props, sounds, cameras, rigs, and of what is one user's own;
 * a line of a journal.
 */
export type Versioned = 'file' | 'poses' | 'clips' | 'actors' | 'props' | 'sounds' | 'cameras' | 'rigs' | 'users' | 'line';

type Step = Readonly<Record<Versioned, (json: RawProject) => RawProject>>;

/** One entry a step: the first brings version 1 to version 2, and so on. */
const STEPS: readonly Step[] = [
  {
    file: fileToVersion2,
    poses: partToVersion2,
    clips: clipToVersion2,
    actors: toVersion2,
    props: toVersion2,
    sounds: toVersion2,
    cameras: toVersion2,
    rigs: toVersion2,
    users: toVersion2,
    line: lineToVersion2,
  },
  {
    file: fileToVersion3,
    poses: toVersion3,
    clips: toVersion3,
    actors: toVersion3,
    props: toVersion3,
    sounds: toVersion3,
    cameras: toVersion3,
    rigs: toVersion3,
    users: userToVersion3,
    line: lineToVersion3,
  },
];

/**
 * Brings JSON of any version there ever was to the present version. Throws an `Error` with one sentence when it cannot: `refusal` begins the one about JSON
 * that is nothing of the kind; what a newer Limber wrote is refused with a {@link NewerVersionError}.
 */
export function migrate(kind: Versioned, json: unknown, refusal: string): RawProject {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Error(`${refusal}: its file does not hold an object`);
  }
  let migrated = json as RawProject;
  const version = migrated['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new Error(
      `${refusal}: its version should be a whole number, but it is ${version === undefined ? 'missing' : spellOut(version)}`,
    );
  }
  if (version > PROJECT_VERSION) throw new NewerVersionError(version);
  for (const step of STEPS.slice(version - 1)) migrated = step[kind](migrated);
  return migrated;
}

/** A file of a version that this program does not know yet. */
export class NewerVersionError extends Error {
  constructor(version: number) {
    super(`this project was saved by a newer Limber (format ${version}); this one reads formats up to ${PROJECT_VERSION}`);
  }
}

function toVersion2(json: RawProject): RawProject {
  return { ...json, version: 2 };
}

/** Version 1 had in the project file what is each user's own now, and which poses and clips belong to the project. */
function fileToVersion2({ pose, activeClip, poses, clips, ...shared }: RawProject): RawProject {
  return { ...shared, version: 2, user: { version: 2, pose, activeClip, poses, clips } };
}

/** Version 1 repeated in a part's file the id that names it. */
function partToVersion2(json: RawProject): RawProject {
  const { id: _, ...part } = json;
  return toVersion2(part);
}

/** Version 1 wrote a track's times and values as two lists. */
function clipToVersion2(clip: RawProject): RawProject {
  const { tracks, ...rest } = partToVersion2(clip);
  if (!Array.isArray(tracks)) return { ...rest, tracks };
  return { ...rest, tracks: tracks.map(trackToVersion2) };
}

function trackToVersion2(track: unknown): unknown {
  if (typeof track !== 'object' || track === null) return track;
  const { times, values, ...rest } = track as RawProject;
  if (!Array.isArray(times) || !Array.isArray(values)) return track;
  const size = rest['joint'] === null ? 3 : 4;
  const isWhole = values.length === size * times.length;
  const keys = times.map((time: unknown, k) => ({ time, value: isWhole ? values.slice(size * k, size * (k + 1)) : [] }));
  return { ...rest, keys };
}

/** Version 1 wrote a list whose order had changed as a whole. */
function lineToVersion2(line: RawProject): RawProject {
  const changed = line['changed'];
  if (typeof changed !== 'object' || changed === null) return toVersion2(line);
  if ('version' in changed) return { ...line, version: 2, changed: { ...changed, version: 2 } };
  const { poses, clips, ...fields } = changed as RawProject;
  return {
    ...line,
    version: 2,
    changed: fields,
    ...(Array.isArray(poses) && { poses: wholeList(poses) }),
    ...(Array.isArray(clips) && { clips: wholeList(clips) }),
  };
}

function wholeList(list: readonly unknown[]): RawProject {
  const order = list.map((item) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : null));
  return { removed: [], put: list.map((item) => ({ item })), order };
}

function toVersion3(json: RawProject): RawProject {
  return { ...json, version: 3 };
}

/** Version 2 had one pose beside its clips, and said of what its user saw whether the clip was shown in its place. */
function poseToVersion3({ pose, ...json }: RawProject): RawProject {
  return { ...json, version: 3, unkeyed: isPosed(pose) ? { pose } : null };
}

function userToVersion3(json: RawProject): RawProject {
  const { unkeyed, view, ...rest } = poseToVersion3(json);
  if (!isObject(view)) return { ...rest, unkeyed };
  const { showsClip, ...seen } = view;
  const at = { clip: rest['activeClip'], time: seen['playhead'] };
  return { ...rest, unkeyed: showsClip === true || !isObject(unkeyed) ? null : { ...at, ...unkeyed }, view: seen };
}

/** In a file of version 1 lies what is its user's own. */
function fileToVersion3(json: RawProject): RawProject {
  const { user } = json;
  return toVersion3(isObject(user) ? { ...json, user: userToVersion3(user) } : json);
}

function lineToVersion3(line: RawProject): RawProject {
  const { changed } = line;
  if (!isObject(changed) || !('pose' in changed)) return toVersion3(line);
  const { pose, ...fields } = changed;
  const unkeyed = isPosed(pose) ? { pose } : null;
  return { ...line, version: 3, changed: { ...fields, ...('version' in fields && { version: 3 }), unkeyed } };
}

/** A pose at rest is what a clip without keys shows. What is no pose at all is refused later, in a sentence. */
function isPosed(pose: unknown): boolean {
  if (!isObject(pose) || !Array.isArray(pose['root']) || !isObject(pose['joints'])) return true;
  const numbers: unknown[] = [...pose['root'], ...(Array.isArray(pose['slides']) ? pose['slides'] : [])];
  return numbers.some((value) => value !== 0) || Object.keys(pose['joints']).length > 0 || pose['expressions'] !== undefined;
}

function isObject(value: unknown): value is RawProject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
