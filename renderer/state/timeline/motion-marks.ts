import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import { handlesOf, type Handle, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { frameAt, lastFrame, shownClip } from './clips.ts';
import { projectToBe } from '../editing.ts';
import { playRange } from './playback.ts';
import { pinnableHandles } from '../selection.ts';
import type { StudioState } from '../studio.ts';
import { rigsBeside } from '../scene/rigs.ts';

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

/** Frames between two ghosts that are not of keys. */
const GHOST_STEP = 4;
/** Frames of a trail on either side of the playhead, at most. */
const REACH = 120;
/** Frames of a clip with contacts, pins or layers that are solved anew for each move of a drag, at most. */
const SOLVED_AT_ONCE = 150;
/** What trails and ghosts show of handles while none is selected. */
const MAIN_HANDLES: readonly HandleName[] = ['hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

/**
 * The trails of the selected handles, or of hands, feet and hips while none is selected, within the range that is played. While something is dragged that
 * will be keyed they go as they will then.
 */
export function trailsOf(state: StudioState): readonly Trail[] {
  const { document, session } = state;
  const clips = clipsToBe(state);
  if (!document || !clips) return [];
  const { own, played: clip } = clips;
  const handles = followedHandles(state, document.rig);
  const frame = frameAt(clip, session.playback.time);
  const [from, to] = playRange(state).map((time) => frameAt(clip, time));
  const first = Math.max(from!, frame - REACH);
  const last = Math.min(to!, frame + REACH, lastFrame(clip));
  const paths = pathsOf(document.rig, clip, handles, first, last);
  return handles.map((handle, i) => {
    const keys = new Set(clipKeyTimes(own, limbOf(document.rig, handle)).map((time) => frameAt(clip, time)));
    const frames = Array.from({ length: Math.max(0, last - first + 1) }, (_, each) => first + each);
    return {
      handle: handle.name,
      points: frames.map((each) => ({ frame: each, at: vec3At(paths[i]!, each), isKey: keys.has(each) })),
    };
  });
}

/**
 * The clip on the timeline, and the one that is played of it; while something is dragged that will be keyed, as they will be then, unless that takes too long
 * to solve. Null without keys.
 */
function clipsToBe(state: StudioState): { readonly own: Clip; readonly played: Clip } | null {
  const { document } = state;
  const clip = shownClip(state);
  if (!document || !clip || clip.tracks.length === 0) return null;
  const isSolved = clip.keepsPins || clip.contacts || clip.layers;
  const project = isSolved && lastFrame(clip) > SOLVED_AT_ONCE ? document.history.present : projectToBe(state, document);
  return { own: activeClip(project), played: playedActiveClip(project, document.rig, rigsBeside(document)) };
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
  const clips = clipsToBe(state);
  if (!document || !clips) return [];
  const { own, played: clip } = clips;
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

/** World places of handles, 3 numbers a frame, known from the first to the last of these frames; found once for each clip. */
function pathsOf({ skeleton }: Rig, clip: Clip, handles: readonly Handle[], first: number, last: number): Float64Array[] {
  const known = paths.get(clip) ?? new Map<HandleName, Float64Array>();
  paths.set(clip, known);
  const found = handles.map(({ name }) => {
    const path = known.get(name) ?? new Float64Array(3 * (lastFrame(clip) + 1)).fill(NaN);
    known.set(name, path);
    return path;
  });
  const pose = restPose(skeleton);
  const world = forwardKinematics(skeleton, pose);
  for (let frame = first; frame <= last; frame++) {
    if (!found.some((path) => Number.isNaN(path[3 * frame]))) continue;
    forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / clip.fps, pose), world);
    handles.forEach(({ joint, offset }, i) => found[i]!.set(pointOf(world, joint, offset), 3 * frame));
  }
  return found;
}

/** What of a path was not asked for yet is NaN. */
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
