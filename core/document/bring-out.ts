import { fadeBetween, releaseFrames } from '../animation/fade-between.ts';
import type { Clip } from '../animation/clip.ts';
import { createFrameWorlds, fillFrameWorlds } from '../animation/frame-worlds.ts';
import { freePath } from '../animation/foot-path.ts';
import { smoothed } from '../animation/ground/smooth-envelope.ts';
import { touchingSpans } from '../animation/holding/contact-spans.ts';
import { limbAlong, solveLimbs } from '../animation/holding/solve-limbs.ts';
import { frameTimes, posesAt } from '../animation/joint-paths.ts';
import { DEFAULT_LINT, type ClipIssue } from '../animation/lint/issues.ts';
import { movedAlong } from '../animation/repair/move-nearer.ts';
import { between, type Steps } from '../animation/steps.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import { limbOf, limbPlaces, type Limb } from '../humanoid/body/limbs.ts';
import { limbHandleOf } from '../humanoid/body/body-parts.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Overlap } from '../humanoid/touching/overlaps.ts';
import { clamp } from '../math/angles.ts';
import { cos, sin } from '../math/elementary.ts';
import { add, distance, dot, scale, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { activeClip, editActiveClip } from './edits/clips.ts';
import { overlapsWith, type PoseOf } from './lint-scene.ts';
import { playedScene, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';
import { poseOfActor } from './shown-pose.ts';

/** What of the bodies in each other is meant. */
export interface BringingOut {
  /** Metres that they may be in each other. Default: as in {@link DEFAULT_LINT}. */
  readonly bar?: number;
  /** One of the issues that were found, alone; default: wherever the body is in another one. */
  readonly issue?: Pick<ClipIssue, 'other' | 'from' | 'to'>;
}

/** Metres by which what is brought out ends clear of the bar. */
const CLEAR = 5e-4;
/** Directions along the floor that are looked into, and the farthest that a body is moved, in its heights. */
const DIRECTIONS = 16;
const FARTHEST = 1;
/** Share of a step along a way by which an overlap is taken to end at least. */
const LEAST_GAIN = 0.25;
/** Times that arms are moved on: what is made smooth falls short at first. */
const ROUNDS = 8;
/** Share of a forearm from the elbow on within which a touch is taken as that far out: nearer to the elbow the hand would have to go too far. */
const LEAST_SHARE = 0.4;

/**
 * The clip on the timeline of the actor that is worked on without its body in those of others. Forearms and hands are brought out of them frame by frame, and come back
 * smoothly; where trunk, head, legs or upper arms are in another body all of the motion is moved along the floor, the shortest way, so that no foot slides. A hand that a contact
 * keeps on something stays there. The same clip where nothing is gained.
 */
export function* bringOutSteps(project: Project, rig: Rig, rigOf: RigOfActor, what: BringingOut = {}): Steps<Clip> {
  const clip = activeClip(project);
  const before = lookedAt(project, rig, rigOf, what);
  if (!before) return clip;
  const way = yield* between(0, 0.4, shortestWay(rig, before));
  const moved = way ? movedAlong(clip, way) : clip;
  const [base, held] = [moved, heldArms(moved)];
  const poses = posesAt(rig.skeleton, base, before.times);
  const moves = new Map<Limb, Float64Array>();
  let found = moved;
  for (let round = 0; round < ROUNDS; round++) {
    yield 0.4 + (0.6 * round) / ROUNDS;
    const now = lookedAt(
      editActiveClip(project, () => found),
      rig,
      rigOf,
      what,
    );
    if (!now || !addMoves(rig, now, held, moves)) break;
    found = armsMoved(rig, base, poses, moves);
  }
  const after = lookedAt(
    editActiveClip(project, () => found),
    rig,
    rigOf,
    what,
  );
  return after && depthIn(after) < depthIn(before) ? found : clip;
}

/** A scene in whose frames the body that is worked on may be in others. */
interface Looked {
  readonly times: readonly number[];
  readonly poseAt: (time: number) => ReturnType<PoseOf>;
  /** The pairs by which it is too deep at a time, while it stands so far elsewhere, metres. */
  readonly overlaps: (time: number, by?: Vec3) => readonly OwnOverlap[];
  readonly bar: number;
}

interface OwnOverlap extends Overlap {
  readonly bone: HumanoidBone;
}

function lookedAt(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  { bar = DEFAULT_LINT.overlap, issue }: BringingOut,
): Looked | null {
  const scene = playedScene(project, rig, rigOf);
  if (!scene) return null;
  const poseOf: PoseOf = (id, time) => poseOfActor(project, rig, rigOf, { id, time, isPlayed: true })!;
  const others = scene.actors.flatMap(({ id }, a) => {
    const isMeant = !issue || project.actors.find((actor) => actor.id === id)?.name === issue.other;
    return a > 0 && isMeant ? [overlapsWith(scene, a, poseOf, bar)] : [];
  });
  const all = frameTimes(scene.clips[0]!);
  const isMeant = (time: number) => !issue || (time >= issue.from - 1e-6 && time <= issue.to + 1e-6);
  return {
    times: all,
    poseAt: (time) => poseOf(project.workedOn, time),
    overlaps: (time, by = ZERO) =>
      isMeant(time)
        ? others.flatMap((of) => of(time, by).map((overlap) => ({ ...overlap, bone: rig.shape[overlap.first]!.bone })))
        : [],
    bar,
  };
}

/** How deep the body is in others in all frames together, metres. */
function depthIn({ times, overlaps }: Looked): number {
  return times.reduce((sum, time) => sum + Math.max(0, ...overlaps(time).map(({ depth }) => depth)), 0);
}

/** What a hand takes along as it is brought out of a body: all else goes with the own body. */
function isOfArm(bone: HumanoidBone): boolean {
  return !/Shoulder|UpperArm/.test(bone) && (limbHandleOf(bone)?.endsWith('Hand') ?? false);
}

/** The shortest way along the floor on which no trunk and no leg is in another body in any frame any more; null where none is, or where each way is too far. */
function* shortestWay(rig: Rig, looked: Looked): Steps<Vec3 | null> {
  let shortest: Vec3 | null = null;
  let least = FARTHEST * rig.report.height;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    if (direction > 0) yield direction / DIRECTIONS;
    const angle = (2 * Math.PI * direction) / DIRECTIONS;
    const along: Vec3 = [cos(angle), 0, sin(angle)];
    const metres = metresAlong(looked, along, least);
    if (metres === 0) return null;
    if (metres < least) [shortest, least] = [scale(along, metres), metres];
  }
  return shortest;
}

/** How far the body must go in a direction; `most` where that is too far. */
function metresAlong({ times, overlaps, bar }: Looked, along: Vec3, most: number): number {
  let metres = 0;
  for (let isClear = false; !isClear;) {
    isClear = true;
    for (const time of times) {
      for (;;) {
        const deepest = overlaps(time, scale(along, metres)).find(({ bone }) => !isOfArm(bone));
        if (!deepest) break;
        isClear = false;
        // What gives little that way is not crept out of.
        metres += (deepest.depth - bar + CLEAR) / Math.max(LEAST_GAIN, dot(deepest.normal, along));
        if (metres >= most) return most;
      }
    }
  }
  return metres;
}

/** By how much more arms have to be moved, frame by frame, added to `moves`; whether any has to. */
function addMoves(rig: Rig, { times, overlaps, poseAt, bar }: Looked, held: HeldArms, moves: Map<Limb, Float64Array>): boolean {
  let isAny = false;
  times.forEach((time, frame) => {
    const done = new Set<Limb>();
    for (const { bone, depth, normal, point } of overlaps(time)) {
      const limb = isOfArm(bone) ? limbOf(rig, limbHandleOf(bone)!) : null;
      if (!limb || done.has(limb) || held(limbHandleOf(bone)!, time)) continue;
      done.add(limb);
      isAny = true;
      const values = moves.get(limb) ?? new Float64Array(3 * times.length);
      moves.set(limb, values);
      const [, bend, end] = limbPlaces(forwardKinematics(rig.skeleton, poseAt(time)), limb);
      const share = bone.endsWith('LowerArm') ? clamp(distance(bend, point) / distance(bend, end), LEAST_SHARE, 1) : 1;
      const move = scale(normal, (depth - bar + CLEAR) / share);
      values.set(add(vec3At(values, frame), move), 3 * frame);
    }
  });
  return isAny;
}

/** The clip with its hands moved by so many metres in each frame, and ever less before and after. */
function armsMoved(rig: Rig, clip: Clip, poses: ReturnType<typeof posesAt>, moves: ReadonlyMap<Limb, Float64Array>): Clip {
  const { skeleton } = rig;
  const worlds = fillFrameWorlds(skeleton, poses, createFrameWorlds(skeleton, poses.length));
  const release = releaseFrames(clip.fps);
  const arms = [...moves].map(([limb, asked]) => {
    const values = asked.slice();
    const isMoved = Uint8Array.from(poses, (_, frame) => Number(dot(vec3At(asked, frame), vec3At(asked, frame)) > 0));
    fadeBetween(values, isMoved, release);
    const path = freePath(limb, -1, worlds);
    const smooth = smoothed(values, 3, Math.ceil(release / 2));
    for (let i = 0; i < smooth.length; i++) path.positions[i]! += smooth[i]!;
    return limbAlong(limb, -1, path, () => []);
  });
  return solveLimbs(rig, clip, arms, poses, 0);
}

/** Whether a contact keeps a hand at a time. */
type HeldArms = (handle: string, time: number) => boolean;

/** Seconds over which a contact comes in and goes out, where it does not say it. */
const FADE = 0.2;

function heldArms(clip: Clip): HeldArms {
  const spans = touchingSpans(clip);
  return (handle, time) =>
    spans.some(({ part, from, to, fade = FADE }) => part === handle && from - fade <= time && time <= to + fade);
}
