import type { Clip } from '../../../core/animation/clip.ts';
import { walkOverGround } from '../../../core/animation/ground/walk-over-ground.ts';
import type { Ground } from '../../../core/contact/ground.ts';
import { placeSurface } from '../../../core/contact/surface.ts';
import type { Surface } from '../../../core/contact/touch.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import { groundOfProps } from '../../../core/document/prop-ground.ts';
import { hangsFrom } from '../../../core/document/edits/props.ts';
import type { PropForm } from '../../../core/document/project-data.ts';
import { sitOn } from '../../../core/humanoid/seating/sit-on.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { composeFrames, frameOfPlace, frameSeenFrom } from '../../../core/math/frame.ts';
import type { Place } from '../../../core/math/place.ts';
import { add, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { standOn } from '../../../core/animation/ground/stand-on.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit, commitPose } from '../editing.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { pause } from '../timeline/playback.ts';
import { notify } from '../window/notify.ts';
import { boxAroundProp, surfaceOfProp } from './prop-shape.ts';
import { selectedShownProp, shownProps, type ShownProp } from './shown-props.ts';
import { rigsBeside } from '../scene/rigs.ts';

function surfaceOf(document: DocumentState, { prop, frame }: ShownProp): Surface {
  return placeSurface(surfaceOfProp(document, prop.form), frame.position, frame.rotation);
}

/** These things and the floor, as somebody sees them who stands in a place. */
function groundOf(document: DocumentState, things: readonly ShownProp[], place: Place): Ground {
  const placed = things.map(({ prop: { form }, frame }) => ({ form, frame, surface: surfaceOfProp(document, form) }));
  return groundOfProps(placed, -place.at[1]);
}

/** The things that feet stand on. */
function grounds(state: StudioState): readonly ShownProp[] {
  return shownProps(state).filter(({ prop }) => prop.isGround);
}

/** Whether there are things that feet stand on. */
export function hasGround(state: StudioState): boolean {
  return grounds(state).length > 0;
}

/** The things that feet stand on and the floor; undefined where there is the floor alone. */
export function groundUnder(state: StudioState): Ground | undefined {
  const { document } = state;
  const things = grounds(state);
  return document && things.length > 0 ? groundOf(document, things, shownPlace(state)) : undefined;
}

/** Metres above a scene from which things are looked for below: more than any shape is high. */
const HIGH = 1000;

/** The height at which something stands that is put at a place: on the thing that is highest there, but for `but` and what hangs from it, or on the floor. */
export function heightAt(state: StudioState, document: DocumentState, [x, , z]: Vec3, but: string): number {
  const { present } = document.history;
  const others = shownProps(state).filter(({ prop }) => !hangsFrom(present, prop.id, but));
  return groundOf(document, others, shownPlace(state)).heightBelow(x, HIGH, z);
}

/** The character as it is, and the selected thing that it is to come onto; null without one of them. */
function meetingOf(state: StudioState) {
  const [shown, pose, { document }] = [selectedShownProp(state), shownPose(state), state];
  return document && shown && pose ? { document, rig: document.rig, pose, shown } : null;
}

/** Whether there is a thing to sit on. */
export function canSit(state: StudioState): boolean {
  return meetingOf(state) !== null;
}

/** Sits the character down on the selected thing, feet on the ground before it: on a chair it looks away from the back, on all else the way it looks at rest. */
export function sitOnThing(studio: Studio): void {
  const state = studio.getState();
  const meeting = meetingOf(state);
  if (!meeting) return;
  const { document, rig, pose, shown } = meeting;
  const { prop, frame } = shown;
  const at = add(frame.position, rotate(frame.rotation, seatOf(document, prop.form)));
  const facing: Vec3 = prop.form.kind === 'chair' ? rotate(frame.rotation, [0, 0, 1]) : rig.report.facing;
  const seated = sitOn(
    rig,
    pose,
    { surface: surfaceOf(document, shown), at, facing },
    groundOf(
      document,
      grounds(state).filter((each) => each.prop !== prop),
      shownPlace(state),
    ),
  );
  commitPose(studio, `Sit on ${prop.name}`, seated);
}

/** Stands the character on the selected thing, as near to where it is as there is room for both feet. */
export function standOnThing(studio: Studio): void {
  const meeting = meetingOf(studio.getState());
  if (!meeting) return;
  const { document, rig, pose, shown } = meeting;
  const { prop, frame } = shown;
  const ground = groundOfProps([{ form: prop.form, frame, surface: surfaceOfProp(document, prop.form) }], null);
  const stood = standOn(rig, pose, ground, nearestOn(document, shown, ground, pose));
  if (stood) commitPose(studio, `Stand on ${prop.name}`, stood);
  else notify(studio, 'info', `There is no place for both feet on ${prop.name}. Nothing was changed.`);
}

/** Leg lengths from the edge of what is stood on. */
const FROM_EDGE = 0.25;

/** The point on a thing that is nearest to the hips, with room for feet around it. */
function nearestOn(document: DocumentState, { prop, frame }: ShownProp, ground: Ground, pose: Pose): Vec3 {
  const { rig } = document;
  const { min, max } = boxAroundProp(document, prop.form);
  const hips = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips ?? rig.skeleton.root);
  const own = rotate(conjugate(frame.rotation), subtract(hips, frame.position));
  const within = own.map((value, axis) => {
    const inset = Math.min(FROM_EDGE * rig.report.hipHeight, (max[axis]! - min[axis]!) / 2);
    return Math.min(max[axis]! - inset, Math.max(min[axis]! + inset, value));
  }) as unknown as Vec3;
  const [x, , z] = add(frame.position, rotate(frame.rotation, within));
  const height = ground.heightBelow(x, HIGH, z);
  return [x, Number.isFinite(height) ? height : frame.position[1] + max[1], z];
}

/** Where hips come to lie, in the shape's own space. */
function seatOf(document: DocumentState, form: PropForm): Vec3 {
  if (form.kind === 'chair') return [0, form.seatHeight, 0];
  const { min, max } = boxAroundProp(document, form);
  return [(min[0] + max[0]) / 2, max[1], (min[2] + max[2]) / 2];
}

/** Whether there is ground other than the floor, and a clip to walk over it. */
export function canWalkOver(state: StudioState): boolean {
  const { document } = state;
  return (
    document !== null &&
    playedActiveClip(document.history.present, document.rig, rigsBeside(document)).tracks.length > 0 &&
    hasGround(state)
  );
}

/** Somebody of the scene: the rig, and the place. */
export interface Walker {
  readonly rig: Rig;
  readonly place: Place;
}

/** A clip of somebody, which walks on a level floor, as it walks over the things that feet stand on: with keys on every frame. Default: who is worked on. */
export function overGround(state: StudioState, document: DocumentState, clip: Clip, walker?: Walker): Clip {
  const here = shownPlace(state);
  const { rig, place } = walker ?? { rig: document.rig, place: here };
  const things = grounds(state).map((shown): ShownProp => {
    const inScene = composeFrames(frameOfPlace(here), shown.frame);
    return { ...shown, frame: place === here ? shown.frame : frameSeenFrom(inScene, frameOfPlace(place)) };
  });
  return walkOverGround(rig, clip, groundOf(document, things, place));
}

/** Lets the clip on the timeline, which walks on a level floor, walk over the things that feet stand on: keys on every frame, as one step. */
export function walkOverThings(studio: Studio): void {
  pause(studio);
  const state = studio.getState();
  const { document } = state;
  if (!document || !canWalkOver(state)) return;
  const { rig, history } = document;
  const played = playedActiveClip(history.present, rig, rigsBeside(document));
  const walked = overGround(state, document, played);
  commitEdit(studio, 'Walk over the ground', (project) => editActiveClip(project, () => walked));
  notify(studio, 'info', 'The clip goes over the ground, with keys on every frame.');
}
