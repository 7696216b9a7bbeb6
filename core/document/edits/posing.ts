import { spellOut } from '../../math/check-values.ts';
import type { HandleName, PinSettings } from '../../humanoid/body/handles.ts';
import type { SolverSettings } from '../../humanoid/pulling/request/pull-goals.ts';
import { MOST_SOFT_REACH } from '../../humanoid/limbs/soft-reach.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { Project } from '../project.ts';
import { without } from './without.ts';

/** The project with a pose on screen that no key holds, at `time`, seconds on the clip on the timeline; the same project when it is that already. */
export function setPose(project: Project, pose: Pose, time: number): Project {
  const { unkeyed, activeClip: clip } = project;
  const isThere = unkeyed?.clip === clip && unkeyed.time === time && unkeyed.pose.length === pose.length;
  if (isThere && pose.every((value, i) => value === unkeyed.pose[i])) return project;
  return { ...project, unkeyed: { clip, time, pose } };
}

/** The project without the pose that no key holds. */
export function dropUnkeyed(project: Project): Project {
  return project.unkeyed ? { ...project, unkeyed: null } : project;
}

/** The project with its unkeyed pose inside limits that may have become tighter. */
export function clampUnkeyed(project: Project, skeleton: Skeleton): Project {
  const { unkeyed } = project;
  if (!unkeyed) return project;
  const { pose } = clampPose(skeleton, unkeyed.pose);
  return pose.every((value, i) => value === unkeyed.pose[i]) ? project : { ...project, unkeyed: { ...unkeyed, pose } };
}

/** Pins a handle, or lets it go when `pin` is null or holds neither translation nor rotation. */
export function setPin(project: Project, handle: HandleName, pin: PinSettings | null): Project {
  const present = project.pins[handle];
  if (!pin || !(pin.translation || pin.rotation)) {
    return present ? { ...project, pins: without(project.pins, handle) } : project;
  }
  if (!(pin.weight > 0 && Number.isFinite(pin.weight))) {
    throw new RangeError(`a pin's weight must be a finite number above 0, got ${spellOut(pin.weight)}`);
  }
  if (pin.ik !== undefined && !(pin.ik >= 0 && pin.ik <= 1)) {
    throw new RangeError(`a pin's share of inverse kinematics must be from 0 to 1, got ${spellOut(pin.ik)}`);
  }
  const same =
    present?.translation === pin.translation &&
    present.rotation === pin.rotation &&
    present.weight === pin.weight &&
    present.on === pin.on &&
    present.ik === pin.ik;
  return same ? project : { ...project, pins: { ...project.pins, [handle]: pin } };
}

/** The project with one setting of the solver changed. Throws a `RangeError` when the value is outside the setting's range. */
export function setSolverSetting<Name extends keyof SolverSettings>(
  project: Project,
  name: Name,
  value: SolverSettings[Name],
): Project {
  if (project.solver[name] === value) return project;
  const solver = { ...project.solver, [name]: value };
  checkSolverSettings(solver);
  return { ...project, solver };
}

function checkSolverSettings(solver: SolverSettings): void {
  if (!(solver.tolerance > 0 && Number.isFinite(solver.tolerance))) {
    throw new RangeError(`the tolerance must be a finite number of metres above 0, got ${spellOut(solver.tolerance)}`);
  }
  if (!(Number.isInteger(solver.maxIterations) && solver.maxIterations >= 1)) {
    throw new RangeError(`the iterations must be a whole number from 1 on, got ${spellOut(solver.maxIterations)}`);
  }
  if (!(Number.isInteger(solver.restarts) && solver.restarts >= 0)) {
    throw new RangeError(`the restarts must be a whole number from 0 on, got ${spellOut(solver.restarts)}`);
  }
  if (!(solver.rootStiffness >= 0 && solver.rootStiffness <= 1)) {
    throw new RangeError(`the root stiffness must be from 0 to 1, got ${spellOut(solver.rootStiffness)}`);
  }
  if (!(solver.softReach >= 0 && solver.softReach <= MOST_SOFT_REACH)) {
    throw new RangeError(`the soft reach must be from 0 to ${MOST_SOFT_REACH}, got ${spellOut(solver.softReach)}`);
  }
  if (!(solver.weight >= 0 && solver.weight <= 1)) {
    throw new RangeError(`the weight shift must be from 0 to 1, got ${spellOut(solver.weight)}`);
  }
  if (!(solver.followLibrary >= 0 && solver.followLibrary <= 1)) {
    throw new RangeError(`how far the library is followed must be from 0 to 1, got ${spellOut(solver.followLibrary)}`);
  }
  if (solver.gaze !== null && !(solver.gaze.length === 3 && solver.gaze.every(Number.isFinite))) {
    throw new RangeError(`the gaze must be null or three finite numbers, got ${spellOut(solver.gaze)}`);
  }
}
