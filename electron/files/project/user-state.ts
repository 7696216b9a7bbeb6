import { userInfo } from 'node:os';
import type { z } from 'zod';
import { filledLists } from '../../../core/document/list-kinds.ts';
import { PROJECT_VERSION, type ActorData, type ProjectData } from '../../../core/document/project-data.ts';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import { layOutJson } from '../storage/lay-out-json.ts';
import { userStateSchema } from '../storage/project-schema.ts';
import { findOwnFile, type OwnFile } from './own-file.ts';
import { readVersioned } from './project-parts.ts';

/** What is one user's own of a project: the poses that are not keyed yet, the clip on the timeline, who is worked on, what is posed by, the order of its parts, and how it was seen. */
export type UserState = z.infer<typeof userStateSchema>;

export const NO_USER_STATE: UserState = {
  version: PROJECT_VERSION,
  unkeyed: null,
  activeClip: 'clip-1',
  poses: [],
  clips: [],
};

/** The user's name as it may stand in a file's name. */
export function currentUser(): string {
  return asFileName(loginName()) || 'user';
}

/** What was read or written last, with the file's bytes: with ten thousand poses in it, to read them again takes longer than all else of a save. */
let latest: { readonly bytes: Buffer; readonly state: UserState } | null = null;

/** The bytes of a user's file. */
export function layOutUserState(own: Omit<UserState, 'version'>): Buffer {
  const { unkeyed, othersUnkeyed, activeClip, workedOn, reference, poses, clips, actors, props, sounds, cameras, view } = own;
  const state: UserState = {
    version: PROJECT_VERSION,
    unkeyed,
    ...(othersUnkeyed && { othersUnkeyed }),
    activeClip,
    ...(workedOn !== undefined && { workedOn }),
    ...(reference && { reference }),
    poses,
    clips,
    ...(actors && { actors }),
    ...(props && { props }),
    ...(sounds && { sounds }),
    ...(cameras && { cameras }),
    ...(view && { view }),
  };
  const bytes = Buffer.from(layOutJson(state));
  latest = { bytes, state };
  return bytes;
}

/** The state of a project that is its user's own. */
export function userStateOf({ unkeyed, activeClip, workedOn, reference, poses, clips, ...lists }: ProjectData): UserState {
  const { actors = [], props = [], sounds = [], cameras = [] } = lists;
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  return {
    version: PROJECT_VERSION,
    unkeyed,
    ...unkeyedOf(actors),
    activeClip,
    ...(workedOn !== undefined && { workedOn }),
    ...(reference && { reference }),
    poses: idsOf(poses),
    clips: idsOf(clips),
    ...filledLists({ actors: idsOf(actors), props: idsOf(props), sounds: idsOf(sounds), cameras: idsOf(cameras) }),
  };
}

/** What of these actors is not keyed yet, beside what is known of others; nothing where nothing is. */
export function unkeyedOf(
  actors: readonly Pick<ActorData, 'id' | 'unkeyed'>[],
  known: UserState['othersUnkeyed'] = {},
): Pick<UserState, 'othersUnkeyed'> {
  const all = { ...known, ...Object.fromEntries(actors.map(({ id, unkeyed }) => [id, unkeyed])) };
  const left = Object.entries(all).filter(([, unkeyed]) => unkeyed !== null);
  return left.length > 0 ? { othersUnkeyed: Object.fromEntries(left) } : {};
}

/** What a user's file holds, and where it is written. Throws an `Error` with one sentence where there is no place for it. */
export function findUserState(folder: FolderAccess, user: string): Promise<OwnFile<UserState>> {
  return findOwnFile(folder, user, (bytes) => {
    if (latest?.bytes.equals(bytes)) return latest.state;
    const state = valid(readVersioned('users', bytes));
    latest = { bytes, state };
    return state;
  });
}

/**
 * What a user's file holds, or else `earlier`, what a project file of version 1 had of it. What cannot be used is told in `warnings`.
 */
export async function readUserState(
  folder: FolderAccess,
  user: string,
  earlier: unknown,
  warnings: string[],
): Promise<UserState> {
  const leftOut = (problem: string) => `What you had on screen was left out: ${problem}.`;
  try {
    const { content, problems } = await findUserState(folder, user);
    warnings.push(...problems.map(leftOut));
    return content ?? (earlier === null ? NO_USER_STATE : valid(earlier));
  } catch (error) {
    warnings.push(leftOut(error instanceof Error ? error.message : String(error)));
    return NO_USER_STATE;
  }
}

function valid(raw: unknown): UserState {
  const parsed = userStateSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new Error(explainProblem(parsed.error, 'its content'));
}

/** The name of this user; an empty one where the system has none, as in some containers. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function asFileName(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60);
}
