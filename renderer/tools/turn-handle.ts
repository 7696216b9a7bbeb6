import { handleOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { createJointTurner } from '../../core/humanoid/pulling/turn-joint.ts';
import { toRadians } from '../../core/math/angles.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../core/math/quat.ts';
import { dot, scale, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../core/skeleton/pose.ts';
import { commitPose } from '../state/editing.ts';
import { chooseNextFollowers, FOLLOWERS_KEY } from '../state/posing/followers.ts';
import { jointLabel } from '../../core/humanoid/body/joint-labels.ts';
import { mirroredLive } from '../state/posing/live-mirror.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import type { DocumentState } from '../state/document-state.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { constraintByKey, FREE, type Constraint } from './drag/constraint.ts';
import { describeTurn } from './drag/move-words.ts';
import { createRound, createTurn } from './drag/ring-turn.ts';
import { createTypedNumber } from './drag/typed-number.ts';
import { createSlowPointer, type Gesture, type KeyPress, type PointerSample } from './gesture.ts';
import { axesOf } from './geometry/axes.ts';
import { handleLabel } from './geometry/handle-places.ts';
import { restFrame } from './geometry/limit-shapes.ts';
import type { Lens } from './geometry/lens.ts';
import { nearestOnRing, type Ring } from './geometry/rings.ts';
import { createSharedTurn } from './turn-companions.ts';
import { DIRECTED } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { pullOptions } from '../state/posing/pull-options.ts';

/** What is turned: a handle in its place, or a joint. */
export type TurnSubject = { readonly handle: HandleName } | { readonly joint: number };

/** A subject, with what brings it to a world rotation. */
interface Turner {
  readonly label: string;
  readonly joint: number;
  readonly centre: Vec3;
  to(rotation: Quat): Pose;
}

/**
 * Turns a handle or a joint about the axis of a ring, or about the view: by the way of the pointer round it, or by typed degrees. X, Y and Z choose the axis. A hand, a
 * foot or the head stays in its place and its limb follows; other joints turn as by their rings; joints that are selected with it
 * turn too. Returns null when there is nothing to turn.
 */
export function beginTurn(
  studio: Studio,
  subject: TurnSubject,
  pointer: PointerSample,
  lens: Lens,
  ring: Ring | null = null,
): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig } = state.document;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const turner = turnerOf(studio, state.document, snapshot, world, subject);
  if (!turner) return null;
  const before = { preview: state.transient.preview, feedback: state.transient.feedback };
  const start = worldRotation(world, turner.joint);
  const axes = axesOf(state.session.space, start, lens);
  const typed = createTypedNumber();
  const slow = createSlowPointer(pointer);
  const round = createRound(lens, turner.centre, pointer);
  const grabbed = ring && nearestOnRing(ring, lens, pointer);
  const alongRing = grabbed && createTurn(ring, lens, pointer, grabbed.at);
  let constraint: Constraint = ring ? { kind: 'axis', axis: ring.name } : FREE;
  let isOnRing = ring !== null;
  let dragged = { onScreen: 0, onRing: 0 };
  let result = snapshot;
  let angle = 0;
  const turnOthers = createSharedTurn(state, state.document, snapshot, turner.joint);
  const axisNow = (): Vec3 | null => {
    if (constraint.kind === 'free') return null;
    return isOnRing && ring ? ring.axis : axes[constraint.axis];
  };
  const solve = (): void => {
    const axis = axisNow() ?? scale(lens.forward, -1);
    const degrees = typed.value();
    // Turned against the clock on screen, what points at the eye turns by a positive angle.
    const onScreen = dragged.onScreen * (dot(axis, lens.forward) > 0 ? -1 : 1);
    angle = degrees !== null ? toRadians(degrees) : isOnRing ? dragged.onRing : onScreen;
    const turned = turner.to(multiply(fromAxisAngle(axis, angle), start));
    const all = turnOthers(turned, isOnRing && ring && 'joint' in subject ? { ring: ring.name, angle } : { axis, angle });
    result = mirroredLive(studio.getState(), rig, snapshot, all, turner.joint);
    setPreview(studio, { pose: result, cause: 'rotate' });
  };
  const takesKey = (key: KeyPress): boolean => {
    if (key.ctrlKey || key.metaKey) return false;
    if (key.code === FOLLOWERS_KEY) chooseNextFollowers(studio);
    else if (!typed.press(key.key)) {
      // With Shift it is the axis too: nothing turns square to one.
      const { code, ctrlKey, metaKey } = key;
      const next = constraintByKey(constraint, { code, shiftKey: false, ctrlKey, metaKey });
      if (!next) return false;
      constraint = next;
      isOnRing = false;
    }
    return true;
  };
  return {
    move: (sample) => {
      const at = slow(sample);
      dragged = { onScreen: round(at), onRing: alongRing?.(at) ?? 0 };
      solve();
    },
    press: (key) => {
      const isTaken = takesKey(key);
      if (isTaken) solve();
      return isTaken;
    },
    commit: () => {
      if (result === snapshot) return;
      commitPose(studio, `Rotate ${turner.label.toLowerCase()}`, result);
    },
    cancel: () => {
      setPreview(studio, before.preview);
      setFeedback(studio, before.feedback);
    },
    shown: () => {
      const [axis, along] = [constraint.kind === 'free' ? null : constraint.axis, axisNow()];
      return {
        wanted: null,
        limit: null,
        words: describeTurn(axis, angle, typed.text()),
        guide: axis && along && { through: turner.centre, axis, along },
      };
    },
  };
}

function turnerOf(
  studio: Studio,
  { rig, history }: DocumentState,
  snapshot: Pose,
  world: WorldTransforms,
  subject: TurnSubject,
): Turner | null {
  const handle = 'handle' in subject ? handleOf(rig, subject.handle) : undefined;
  if ('handle' in subject && (!handle || handle.kind === 'pole')) return null;
  const { pins, solver } = history.present;
  if (handle && DIRECTED.has(handle.name)) {
    const centre = pointOf(world, handle.joint, handle.offset);
    const pull = createPuller(rig).begin(snapshot, handle.name, pins, solver);
    return {
      label: handleLabel(handle.name),
      joint: handle.joint,
      centre,
      to: (rotation) => {
        const started = performance.now();
        const outcome = pull.to(centre, { ...pullOptions(studio.getState()), rotation: normalizeQuat(rotation) });
        const milliseconds = performance.now() - started;
        setFeedback(studio, { outcome, milliseconds, handle: handle.name, origin: null, followed: [], move: pull.last() });
        return outcome.pose;
      },
    };
  }
  const joint = handle ? handle.joint : 'joint' in subject ? subject.joint : -1;
  return jointTurner(rig, joint, snapshot, world, createJointTurner(rig, snapshot, joint, pins, solver, !handle));
}

function jointTurner(
  rig: Rig,
  joint: number,
  snapshot: Pose,
  world: WorldTransforms,
  turner: ReturnType<typeof createJointTurner>,
): Turner {
  const toLocal = conjugate(restFrame(rig.skeleton, world, joint));
  let last = snapshot;
  return {
    label: jointLabel(rig, joint),
    joint,
    centre: pointOf(world, joint, [0, 0, 0]),
    to: (rotation) => {
      last = turner.to(normalizeQuat(multiply(toLocal, rotation)), rotationOf(last, joint));
      return last;
    },
  };
}
