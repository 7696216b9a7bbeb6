import { mirrorClip } from '../../animation/mirror-keys.ts';
import { placeMotion, posePlacer } from '../../animation/place-motion.ts';
import type { Pins } from '../../humanoid/body/handles.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { mirrorVector } from '../../humanoid/transfer/mirror.ts';
import { mirrorPose } from '../../humanoid/transfer/mirror-pose.ts';
import { atan2, sin } from '../../math/elementary.ts';
import { fromPlace, intoPlace, turnOf, type Place } from '../../math/place.ts';
import { rotate } from '../../math/quat.ts';
import { add, length, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { ActorData } from '../project-data.ts';
import type { Project } from '../project.ts';
import { actorsOf, workOn } from '../work-on-actor.ts';
import { activeClip, editActiveClip } from './clips.ts';
import { onOtherSide } from '../../humanoid/body/bones.ts';

/** Metres, and of the sine of an angle, within which somebody stands where they stood. */
const SAME_PLACE = 1e-6;

/**
 * The scene with what all actors do in the clip on the timeline as a mirror shows it that stands in the middle of the one that is worked on: sides are exchanged, and
 * contacts between them are those of the other sides. Actors keep their places; whom the mirror puts elsewhere does all of it there. Contacts with props are left out: those are
 * not mirrored, nor is whoever `stays` (default: nobody). `rig` is that of the one that is worked on, `rigOf` gives those of the others.
 */
export function mirrorScene(
  project: Project,
  rig: Rig,
  rigOf: (actor: ActorData) => Rig,
  stays: (actor: string) => boolean = () => false,
): Project {
  const mirrored = actorsOf(project).filter(({ id }) => !stays(id));
  const rigs = new Map([[project.workedOn, rig], ...project.actors.map((actor) => [actor.id, rigOf(actor)] as const)]);
  const mirror = mirrorOf(project.place, rig);
  let all = { project, rig };
  for (const { id } of mirrored) {
    const { project: seen, rig: own } = workOn(all.project, all.rig, id, rigOf);
    all = { project: mirrorActor(seen, own, mirror, (other) => (stays(other) ? null : (rigs.get(other) ?? null))), rig: own };
  }
  return workOn(all.project, all.rig, project.workedOn, rigOf).project;
}

/** A mirror of the scene: a point of it, and its unit normal, which is level. */
interface Mirror {
  readonly at: Vec3;
  readonly normal: Vec3;
}

/** The mirror in the middle of an actor at rest. */
function mirrorOf(place: Place, rig: Rig): Mirror {
  return { at: fromPlace(place, middleOf(rig)), normal: rotate(turnOf(place), bodyOf(rig).frame.left) };
}

function middleOf({ skeleton }: Rig): Vec3 {
  return worldPosition(worldAtRest(skeleton), skeleton.root);
}

function mirrorActor(project: Project, rig: Rig, mirror: Mirror, rigOf: (id: string) => Rig | null): Project {
  const by = wayInMirror(project.place, rig, mirror);
  const toPlace = by ? posePlacer(rig, by) : null;
  const mirrored = editActiveClip(project, (clip) => {
    const swapped = mirrorClip(rig, clip, rigOf);
    return by ? placeMotion(rig, swapped, by) : swapped;
  });
  const { unkeyed, pins } = project;
  if (unkeyed?.clip !== activeClip(project).id) return { ...mirrored, pins: otherSides(pins) };
  const { pose } = clampPose(rig.skeleton, mirrorPose(rig, unkeyed.pose));
  return { ...mirrored, pins: otherSides(pins), unkeyed: { ...unkeyed, pose: toPlace ? toPlace(pose) : pose } };
}

/** Where the mirror puts an actor that is mirrored in its own middle, as it sees that itself; null where it stays. */
function wayInMirror(place: Place, rig: Rig, { at, normal }: Mirror): Place | null {
  const middle = middleOf(rig);
  const own = rotate(turnOf(place), bodyOf(rig).frame.left);
  // Two mirrors one after the other turn by twice the angle between them.
  const turn = 2 * (atan2(normal[0], normal[2]) - atan2(own[0], own[2]));
  const there = add(at, mirrorVector(subtract(fromPlace(place, middle), at), normal));
  const turned: Place = { at: [0, 0, 0], turn };
  const way: Place = { at: subtract(intoPlace(place, there), fromPlace(turned, middle)), turn };
  return Math.abs(sin(turn / 2)) < SAME_PLACE && length(way.at) < SAME_PLACE ? null : way;
}

/** Pins of the left are of the right. */
function otherSides(pins: Pins): Pins {
  return Object.fromEntries(Object.entries(pins).map(([name, pin]) => [onOtherSide(name), pin]));
}
