import { limbsOf } from '../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { atan2 } from '../../../core/math/elementary.ts';
import { fromPlace, ORIGIN, turnOf, type Place } from '../../../core/math/place.ts';
import { conjugate, multiply, rotate } from '../../../core/math/quat.ts';
import { add, distance, normalize, scale, subtract, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldAtRest, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { shownPose, type Studio } from '../studio.ts';
import { actorsBeside } from './beside.ts';
import { standAt } from './edit-actors.ts';
import { shownPlace } from './shown-place.ts';

/** Of the arms of both together: so far apart their hands meet between them, with bent elbows. */
const APART = 0.72;
/** Of its height: how long the arm of a usual figure is to the wrist, for a body without arms. */
const USUAL_ARM = 0.31;

/** Puts the actor that is worked on in front of the nearest other one that is shown, so that at the playhead each looks at the other, an arm's length away. */
export function standFaceToFace(studio: Studio): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { rig } = state.document;
  const place = shownPlace(state);
  const own = standing(rig, forwardKinematics(rig.skeleton, pose), ORIGIN);
  const others = actorsBeside(state).map((actor) => ({ rig: actor.rig, ...standing(actor.rig, actor.world, actor.place) }));
  const [other] = others.toSorted((a, b) => distance(a.at, own.at) - distance(b.at, own.at));
  if (!other) return;
  // As seen from the one that is worked on: it is turned about its own origin, then brought to where it is to be.
  const turn = atan2(-other.ahead[0], -other.ahead[2]) - atan2(own.ahead[0], own.ahead[2]);
  const to = add(other.at, scale(other.ahead, APART * (armOf(rig) + armOf(other.rig))));
  const from = rotate(turnOf({ at: own.at, turn }), own.at);
  const [x, , z] = fromPlace(place, subtract(to, from));
  standAt(studio, { at: [x, place.at[1], z], turn: place.turn + turn });
}

/** Where the hips of a body are, and which way they look over the floor, as seen from `place`. */
function standing({ skeleton, humanoid, report }: Rig, world: WorldTransforms, place: Place): { at: Vec3; ahead: Vec3 } {
  const hips = humanoid.hips ?? skeleton.root;
  const turned = multiply(worldRotation(world, hips), conjugate(worldRotation(worldAtRest(skeleton), hips)));
  const [x, , z] = rotate(multiply(turnOf(place), turned), report.facing);
  return { at: fromPlace(place, worldPosition(world, hips)), ahead: normalize([x, 0, z], UNIT_Z) };
}

function armOf(rig: Rig): number {
  const lengths = limbsOf(rig).flatMap(({ name, length }) => (name.endsWith('Arm') ? [length] : []));
  return lengths.length > 0 ? Math.max(...lengths) : USUAL_ARM * rig.report.height;
}
