import { frameTimes } from '../../core/animation/joint-paths.ts';
import { clipKeyTimes, sampleClip } from '../../core/animation/sampling.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { playedActiveClip } from '../../core/document/edits/clips.ts';
import { handlesOf, type Handle, type HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { vec3At, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf, type WorldTransforms } from '../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { frameAt, shownClip } from './clips.ts';
import { playRange } from './playback.ts';
import { pinnableHandles } from './selection.ts';
import type { StudioState } from './studio.ts';

/** The way of a handle through the clip, a point a frame. */
export interface Trail {
  readonly handle: HandleName;
  readonly points: readonly TrailPoint[];
}

export interface TrailPoint {
  readonly frame: number;
  /** World, metres. */
  readonly at: Vec3;
  /** Whether the clip has a key there of one of the handle's limb. */
  readonly isKey: boolean;
}

/** The body at another moment of the clip. */
export interface Ghost {
  readonly frame: number;
  readonly world: WorldTransforms;
  /** −1 is the nearest before the playhead, 1 the nearest after it. */
  readonly place: number;
}

/** A handle at another moment of the clip, which can be dragged there: a key of its trail, or the handle of a ghost. */
export interface HandleMoment {
  readonly handle: HandleName;
  readonly frame: number;
  /** World, metres. */
  readonly at: Vec3;
}

/** How ghosts are chosen: the poses of the nearest keys, or of frames so many apart; so many on either side. */
export interface GhostSettings {
  readonly by: 'keys' | 'frames';
  readonly count: number;
}

/** Frames between two ghosts that are not of keys. */
const GHOST_STEP = 4;
/** Frames of a trail on either side of the playhead, at most. */
const REACH = 120;
/** What trails and ghosts show of handles while none is selected. */
const MAIN_HANDLES: readonly HandleName[] = ['hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

/** The trails of the selected handles, or of hands, feet and hips while none is selected, within the range that is played. */
export function trailsOf(state: StudioState): readonly Trail[] {
  const { document, session } = state;
  const own = shownClip(state);
  if (!document || !own || own.tracks.length === 0) return [];
  const clip = playedActiveClip(document.history.present, document.rig);
  const handles = followedHandles(state, document.rig);
  const frame = frameAt(clip, session.playback.time);
  const [from, to] = playRange(state).map((time) => frameAt(clip, time));
  const [first, last] = [Math.max(from!, frame - REACH), Math.min(to!, frame + REACH)];
  return handles.map((handle) => {
    const path = pathOf(document.rig, clip, handle);
    const keys = new Set(clipKeyTimes(own, limbOf(document.rig, handle)).map((time) => frameAt(clip, time)));
    const frames = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    const points = frames
      .filter((each) => 3 * each < path.length)
      .map((each) => ({ frame: each, at: vec3At(path, each), isKey: keys.has(each) }));
    return { handle: handle.name, points };
  });
}

/** The selected handles, or hands, feet and hips while none is selected. */
function followedHandles(state: StudioState, rig: Rig): readonly Handle[] {
  const selected = pinnableHandles(state);
  const wanted = selected.length > 0 ? selected : MAIN_HANDLES;
  return handlesOf(rig).filter(({ name }) => wanted.includes(name));
}

/** The handles of ghosts. */
export function ghostHandles(state: StudioState, ghosts: readonly Ghost[]): readonly HandleMoment[] {
  if (!state.document) return [];
  const handles = followedHandles(state, state.document.rig);
  return ghosts.flatMap(({ frame, world }) =>
    handles.map(({ name, joint, offset }) => ({ handle: name, frame, at: pointOf(world, joint, offset) })),
  );
}

/** All that is shown of handles at other moments than that of the playhead, and can be dragged there; the nearest moments first. */
export function shownMoments(state: StudioState): readonly HandleMoment[] {
  const { view, playback } = state.session;
  const clip = shownClip(state);
  if (!clip) return [];
  const now = frameAt(clip, playback.time);
  const ofTrails = (view.trails ? trailsOf(state) : []).flatMap(({ handle, points }) =>
    points.filter(({ isKey, frame }) => isKey && frame !== now).map(({ frame, at }) => ({ handle, frame, at })),
  );
  const ofGhosts = ghostHandles(state, view.ghosts ? ghostsOf(state) : []);
  return [...ofTrails, ...ofGhosts].sort((a, b) => Math.abs(a.frame - now) - Math.abs(b.frame - now));
}

/** Where the body is before and after the playhead. */
export function ghostsOf(state: StudioState): readonly Ghost[] {
  const { document, session } = state;
  const own = shownClip(state);
  if (!document || !own || own.tracks.length === 0) return [];
  const clip = playedActiveClip(document.history.present, document.rig);
  const { by, count } = session.timeline.ghosts;
  const frame = frameAt(clip, session.playback.time);
  const keys = by === 'keys' ? clipKeyTimes(own).map((time) => frameAt(clip, time)) : null;
  const before = keys?.filter((key) => key < frame).toReversed() ?? steps(frame, -GHOST_STEP, count);
  const after = keys?.filter((key) => key > frame) ?? steps(frame, GHOST_STEP, count);
  const last = frameAt(clip, clip.duration);
  return [...before.slice(0, count), ...after.slice(0, count)]
    .filter((each) => each >= 0 && each <= last)
    .map((each) => ({
      frame: each,
      world: worldAt(document.rig, clip, each),
      place: each < frame ? -1 - before.indexOf(each) : 1 + after.indexOf(each),
    }));
}

function steps(from: number, by: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + by * (i + 1));
}

/** World places of a handle at every frame of a clip, 3 numbers each; found once for each clip. */
function pathOf({ skeleton }: Rig, clip: Clip, { name, joint, offset }: Handle): Float64Array {
  const known = paths.get(clip) ?? new Map<HandleName, Float64Array>();
  paths.set(clip, known);
  const found = known.get(name);
  if (found) return found;
  const times = frameTimes(clip);
  const path = new Float64Array(3 * times.length);
  const pose = restPose(skeleton);
  const world = forwardKinematics(skeleton, pose);
  times.forEach((time, frame) => {
    forwardKinematics(skeleton, sampleClip(skeleton, clip, time, pose), world);
    path.set(pointOf(world, joint, offset), 3 * frame);
  });
  known.set(name, path);
  return path;
}

const paths = new WeakMap<Clip, Map<HandleName, Float64Array>>();

function worldAt({ skeleton }: Rig, clip: Clip, frame: number): WorldTransforms {
  const known = worlds.get(clip) ?? new Map<number, WorldTransforms>();
  worlds.set(clip, known);
  const found = known.get(frame);
  if (found) return found;
  const world = forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / clip.fps));
  known.set(frame, world);
  return world;
}

const worlds = new WeakMap<Clip, Map<number, WorldTransforms>>();

/** The joint of a handle and those above it: what moves it. */
function limbOf({ skeleton }: Rig, { joint }: Handle): number[] {
  const joints: number[] = [];
  for (let each = joint; each >= 0; each = skeleton.parents[each]!) joints.push(each);
  return [...joints, -1];
}
