import { barOf } from '../../../core/contact/furniture.ts';
import type { PropForm } from '../../../core/document/project-data.ts';
import { sizeOf } from '../../../core/humanoid/body/rig.ts';
import { othersOf } from '../../../core/document/work-on-actor.ts';
import { atan2, hypot } from '../../../core/math/elementary.ts';
import { frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { conjugate, fromAxisAngle, rotate, type Quat } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { HALF_WIDTH } from '../scene/free-place.ts';
import { rigOfActor } from '../scene/rigs.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { shownPose, type StudioState } from '../studio.ts';
import { boxAroundProp } from './prop-shape.ts';
import { shownProps } from './shown-props.ts';

/** Metres that are free between the character, something new, and what stands there already. */
const FREE = 0.35;

/** Metres, of a figure of 1.75 m, from its middle to its right, and ahead of it, where its hand holds a door. */
const BESIDE_HAND = 0.2;
const BEFORE_HAND = 0.42;

/** Metres of flesh around a joint. */
const FLESH = 0.1;

/** What stands on the floor: metres to the character's left and ahead of its place, and how far it reaches to all sides. */
interface Disc {
  readonly left: number;
  readonly ahead: number;
  readonly reach: number;
}

/**
 * A free place for something new, as the character that is worked on sees it; it looks the same way. It stands on the floor to the character's left, where
 * it hides nothing of it, or beside all that is there already. What feet stand on lies ahead, where the character walks, and what hangs in a hinge has its bar before the right hand.
 */
export function freeFrame(state: StudioState, form: PropForm, isGround: boolean): Frame {
  const document = state.document!;
  const { facing } = document.rig.report;
  const rotation = fromAxisAngle([0, 1, 0], atan2(facing[0], facing[2]));
  const { min, max } = boxAroundProp(document, form);
  const body = bodyBelow(state, rotation, max[1] - min[1] + FLESH);
  const bar = barOf(form);
  if (bar) {
    const size = sizeOf(document.rig);
    const hinge: Vec3 = [body.middle - BESIDE_HAND * size - bar.at[0], 0, body.ahead + BEFORE_HAND * size - bar.at[2]];
    return { position: rotate(rotation, hinge), rotation };
  }
  const ahead = isGround ? FREE - min[2] : body.ahead - (min[2] + max[2]) / 2;
  const first = isGround ? 0 : body.left + FREE - min[0];
  const others = [...thingsOf(state, rotation), ...actorsOf(state, rotation)];
  const isTaken = others.some(
    (disc) =>
      disc.left - disc.reach < first + max[0] &&
      disc.left + disc.reach > first + min[0] &&
      disc.ahead - disc.reach < ahead + max[2] &&
      disc.ahead + disc.reach > ahead + min[2],
  );
  const edge = Math.max(...others.map(({ left, reach }) => left + reach));
  const left = isTaken ? Math.max(first, edge + FREE / 2 - min[0]) : first;
  // It stands on the floor, wherever its file has its origin.
  return { position: rotate(rotation, [left, -min[1], ahead]), rotation };
}

/** How far to its left the body reaches on screen below a height, metres, and how far ahead its root is. */
function bodyBelow(
  state: StudioState,
  rotation: Quat,
  height: number,
): { readonly left: number; readonly middle: number; readonly ahead: number } {
  const { skeleton } = state.document!.rig;
  const world = forwardKinematics(skeleton, shownPose(state)!);
  const seen = (joint: number) => rotate(conjugate(rotation), worldPosition(world, joint));
  const [middle, , ahead] = seen(skeleton.root);
  const joints = Array.from({ length: skeleton.count }, (_, joint) => seen(joint));
  return { left: Math.max(middle, ...joints.filter(([, y]) => y < height).map(([x]) => x)), middle, ahead };
}

function thingsOf(state: StudioState, rotation: Quat): readonly Disc[] {
  return shownProps(state).map(({ prop, frame }) => {
    const { max } = boxAroundProp(state.document!, prop.form);
    return discAt(frame.position, rotation, hypot(max[0], max[2]));
  });
}

/** Those who stand beside the character that is worked on. */
function actorsOf(state: StudioState, rotation: Quat): readonly Disc[] {
  const document = state.document!;
  const own = frameOfPlace(shownPlace(state));
  return othersOf(document.history.present).map((actor) => {
    const { height } = (rigOfActor(document, actor) ?? document.rig).report;
    return discAt(frameSeenFrom(frameOfPlace(actor.place), own).position, rotation, HALF_WIDTH * height);
  });
}

function discAt(position: Vec3, rotation: Quat, reach: number): Disc {
  const [left, , ahead] = rotate(conjugate(rotation), position);
  return { left, ahead, reach };
}
