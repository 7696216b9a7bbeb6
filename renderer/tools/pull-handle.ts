import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { heightOnFloor } from '../../core/humanoid/body/resting-height.ts';
import { createPuller, type Pull } from '../../core/humanoid/pulling/puller.ts';
import type { SolverSettings } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { add, length as vectorLength, scale, type Vec3 } from '../../core/math/vec3.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { sizeOf } from '../../core/humanoid/body/rig.ts';
import { commitPose } from '../state/editing.ts';
import { chooseNextFollowers, FOLLOWERS_KEY } from '../state/posing/followers.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import { keepsDirection } from '../state/posing/kept-direction.ts';
import { mirroredLive, mirroredPull } from '../state/posing/live-mirror.ts';
import { priorOf } from '../state/library/library-prior.ts';
import { seedsOf } from '../state/library/pose-seeds.ts';
import { offerPin } from '../state/posing/offer-pin.ts';
import { exactly, pullOptions } from '../state/posing/pull-options.ts';
import { offerGrip } from '../state/props/grips.ts';
import { holdWhatTouches, offerToHold } from '../state/scene/hold-on.ts';
import { gapOf, seenAt } from '../state/scene/supports.ts';
import { toggleFloorSnap } from '../state/session.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import type { PullOrigin } from '../state/transient-state.ts';
import { metresOf } from '../state/window/units.ts';
import { companionsOf } from './companions.ts';
import { constraintByTyping, FREE, type Constraint } from './drag/constraint.ts';
import { depthOfWheel, targetUnder } from './drag/handle-target.ts';
import { describeMove } from './drag/move-words.ts';
import { createTypedNumber } from './drag/typed-number.ts';
import { createSlowPointer, type Gesture, type KeyPress, type PointerSample } from './gesture.ts';
import { axesOf } from './geometry/axes.ts';
import { createHandlePlacer, handleLabel } from './geometry/handle-places.ts';
import type { Lens } from './geometry/lens.ts';

/** This one keeps the direction of what is pulled, or lets it go: the other of what it does by itself. */
const DIRECTION_KEY = 'KeyD';
/** And this one lets it snap to the floor, or not. */
const FLOOR_KEY = 'KeyF';
/** This one brings it onto the other character or the prop that is seen there, on which it stays once it is let go, or not. */
const HOLD_KEY = 'KeyO';
/** Metres above the floor within which a handle of a figure 1.75 m tall snaps to it. */
const SNAP = 0.06;

/** Times that what is brought onto something comes nearer at most, from how near for a figure 1.75 m tall, and at which it touches; metres. */
const ROUNDS = 6;
const NEAR = 0.1;
const TOUCHES = 1e-3;

/** What becomes of the pose that a pull makes. */
export interface Keeping {
  /** Whether it becomes keys at the playhead even where auto-key is off. */
  readonly isKeyed: boolean;
  /** Keeps it, as one labelled step of the history. */
  keep(studio: Studio, label: string, pose: Pose): void;
}

const AS_POSE: Keeping = {
  isKeyed: false,
  keep: (studio, label, pose) => commitPose(studio, label, pose),
};

/**
 * Pulls a handle in the plane that faces the camera through it, along an axis or square to one; the body follows by inverse kinematics, the pins stay. X, Y
 * and Z choose the axis, a number that is typed is the way along it in centimetres, and the wheel pushes the handle away and back. A foot and the head
 * keep their direction as far as limits allow, a free hand follows its forearm, and their pins may say otherwise, see {@link keepsDirection}; D switches to
 * the other of the two, and Alt keeps the direction while it is held. Where the body stops limbs, what is pulled over its picture
 * slides on it. O brings it onto the other character or the prop that is seen there, and keeps it there. Handles that are selected with it go the same way.
 * `keep` is given what becomes of the pose. Returns null when there is no document or its character has no such handle.
 */
export function beginPull(
  studio: Studio,
  handle: HandleName,
  pointer: PointerSample,
  lens: Lens,
  asked: Constraint = FREE,
  { isKeyed, keep }: Keeping = AS_POSE,
): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig, history } = state.document;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const places = createHandlePlacer(rig)(world);
  const place = places.find((found) => found.handle.name === handle);
  if (!place) return null;
  const before = { preview: state.transient.preview, feedback: state.transient.feedback };
  const seeds = seedsOf(state, state.document);
  const prior = priorOf(state, state.document);
  const { pins, solver: settings } = history.present;
  const begin = (how: SolverSettings): Pull => createPuller(rig).begin(snapshot, handle, pins, how, seeds.source, prior.source);
  const byPointer = begin(settings);
  let byNumber: Pull | null = null;
  const along = companionsOf(state, { rig, snapshot }, place, places);
  const mirrored = place.handle.kind !== 'position' ? mirroredLive : mirroredPull;
  const keepsByDefault = keepsDirection(state.document, snapshot, handle);
  const grabbedTurn = worldRotation(world, place.handle.joint);
  const slow = createSlowPointer(pointer);
  const grabbed = { start: place.at, pointer, lens };
  const axes = axesOf(state.session.space, worldRotation(world, place.handle.joint), lens);
  const typed = createTypedNumber();
  const unit = state.session.settings.lengths;
  const floor = heightOnFloor(rig, handle);
  let isOther = false;
  let isAltHeld = false;
  let isHeld = false;
  let constraint = asked;
  let depth = 0;
  let last = { at: { x: pointer.x, y: pointer.y }, lens };
  let result = snapshot;
  let target: Vec3 = place.at;
  let origin: PullOrigin | null = null;
  let comeNear = (): void => undefined;
  const show = (pose: Pose): void => {
    result = pose;
    setPreview(studio, { pose, cause: 'pull', isKeyed });
  };
  const ontoFloor = (at: Vec3): Vec3 => {
    const isNear = at[1] < floor + SNAP * sizeOf(rig);
    return studio.getState().session.snapsToFloor && isNear ? [at[0], floor, at[2]] : at;
  };
  const solve = (): void => {
    const length = typed.value();
    const wanted =
      length !== null && constraint.kind === 'axis'
        ? add(place.at, scale(axes[constraint.axis], length * metresOf(unit)))
        : targetUnder(grabbed, constraint, axes, last.at, last.lens, depth);
    if (!wanted) return;
    const now = studio.getState();
    const isFree = constraint.kind === 'free' && depth === 0;
    const onto = (isHeld && isFree && seenAt(now, last.lens.eye, wanted)) || wanted;
    target = ontoFloor(onto);
    const options = pullOptions(now, isHeld || now.session.bodyStops);
    // What is set on the floor does not reach through it with its toes or fingers.
    const floorStops = options.floorStops || target !== onto;
    // A depth, an axis or a number that was asked for is not given away to the surface of the body.
    const eye = isFree ? last.lens.eye : null;
    const keeps = isAltHeld || keepsByDefault !== isOther;
    // A hand that is told to keep its direction does so on what it touches, too.
    const rotation = keeps && !keepsByDefault ? grabbedTurn : null;
    const how = { ...options, floorStops, keepsDirection: keeps, rotation, eye };
    const pull = length === null ? byPointer : (byNumber ??= begin(exactly(settings)));
    const started = performance.now();
    const outcome = pull.to(target, { ...how, along: along(target) });
    const milliseconds = performance.now() - started;
    show(mirrored(now, rig, snapshot, outcome.pose, place.handle.joint));
    comeNear = () => {
      let at = target;
      let gap = gapOf(studio.getState(), handle);
      if (gap && vectorLength(gap) > NEAR * sizeOf(rig)) return;
      for (let round = 0; round < ROUNDS && gap && vectorLength(gap) > TOUCHES; round++) {
        const farther = result;
        at = add(at, gap);
        const { pose } = pull.to(at, { ...how, eye: null, along: along(at) });
        show(mirrored(now, rig, snapshot, pose, place.handle.joint));
        const left = gapOf(studio.getState(), handle);
        if (!left || vectorLength(left) >= vectorLength(gap)) return show(farther);
        gap = left;
      }
    };
    origin = seeds.originOf(outcome, origin);
    setFeedback(studio, { outcome, milliseconds, handle, origin, followed: prior.sources(), move: pull.last() });
  };
  const takesKey = (key: KeyPress): boolean => {
    if (key.ctrlKey || key.metaKey) return false;
    if (key.code === FOLLOWERS_KEY) chooseNextFollowers(studio);
    else if (key.code === DIRECTION_KEY) isOther = !isOther;
    else if (key.code === FLOOR_KEY) toggleFloorSnap(studio);
    else if (key.code === HOLD_KEY) isHeld = !isHeld;
    else {
      const next = constraintByTyping(constraint, typed, key);
      if (!next) return false;
      constraint = next;
    }
    return true;
  };
  return {
    move: (sample, present) => {
      last = { at: slow(sample), lens: present };
      isAltHeld = sample.keepsDirection === true;
      solve();
    },
    press: (key) => {
      const isTaken = takesKey(key);
      if (isTaken) solve();
      return isTaken;
    },
    wheel: (pixels) => {
      depth += depthOfWheel(lens, place.at, pixels);
      solve();
    },
    commit: () => {
      if (result === snapshot) return;
      if (isHeld) comeNear();
      keep(studio, `Pull ${handleLabel(handle).toLowerCase()}`, result);
      if (isHeld) return holdWhatTouches(studio, [handle, ...(Object.keys(along(target)) as HandleName[])]);
      if (offerGrip(studio, handle)) return;
      offerToHold(studio, handle);
      offerPin(studio, handle, snapshot);
    },
    cancel: () => {
      setPreview(studio, before.preview);
      setFeedback(studio, before.feedback);
    },
    shown: () => ({
      wanted: target,
      limit: null,
      words: describeMove(place.at, target, constraint, axes, typed.text(), unit),
      guide: constraint.kind === 'axis' ? { through: place.at, axis: constraint.axis, along: axes[constraint.axis] } : null,
    }),
  };
}
