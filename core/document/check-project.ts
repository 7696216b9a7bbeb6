import { checkFlatFeet } from '../humanoid/body/sole.ts';
import { checkCoordinates, checkFinite } from '../math/check-numbers.ts';
import { checkObject, isObject, spellOut } from '../math/check-values.ts';
import type { Place } from '../math/place.ts';
import { checkIsPose } from '../skeleton/pose.ts';
import { checkNamedList } from './list-change.ts';
import { SCENE_KINDS } from './list-kinds.ts';
import { FIRST_ACTOR, type Project } from './project.ts';

/** Throws a `RangeError` of one sentence that begins with `what` unless it is a project, by its fields. */
export function checkProject(project: Project, what: string): void {
  if (!isObject(project) || !isObject(project.character) || !isObject(project.rig) || !isObject(project.pins))
    throw new RangeError(`${what} must be one that createProject made, got ${spellOut(project)}`);
  checkObject(project.rig.limits, `${what}: the limits`);
  checkObject(project.rig.stiffness, `${what}: the stiffness`);
  if (project.rig.flatFeet !== undefined) checkFlatFeet(project.rig.flatFeet, `${what}: the flat feet`);
  if (project.unkeyed !== null) {
    checkObject(project.unkeyed, `${what}: the unkeyed pose`);
    checkIsPose(project.unkeyed.pose, `${what}: the unkeyed pose`);
  }
  checkPlace(project.place, `${what}: the place`);
  for (const kind of SCENE_KINDS) checkNamedList(project[kind], `${what}: the ${kind}`);
  const isOther = project.workedOn !== FIRST_ACTOR;
  if (isOther && !project.actors.some(({ id }) => id === FIRST_ACTOR))
    throw new RangeError(`${what}: the actor worked on must be one of the scene, got ${spellOut(project.workedOn)}`);
  checkNamedList(project.poses, `${what}: the poses`);
  checkNamedList(project.clips, `${what}: the clips`);
}

function checkPlace(place: Place, what: string): void {
  checkObject(place, what);
  checkCoordinates(place.at, 3, what);
  checkFinite(place.turn, `${what}: the turn`);
}
