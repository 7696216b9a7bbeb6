import { spellOut } from '../../math/check-values.ts';
import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import type { LimitPreset } from '../../humanoid/body/rig.ts';
import { checkFlatFeet, type Foot } from '../../humanoid/body/sole.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { checkLimit } from '../../skeleton/check-limit.ts';
import type { Limit } from '../../skeleton/limits.ts';
import type { Project, RigSettings } from '../project.ts';
import { without } from './without.ts';

/** The project with another preset of anatomical limits; edited limits stay. */
export function setPreset(project: Project, preset: LimitPreset): Project {
  return preset === project.rig.preset ? project : withRig(project, { preset });
}

/** Edits the limit of one joint; null gives the preset's back. Throws a `RangeError` when the limit cannot be used. */
export function setLimit(project: Project, joint: number, limit: Limit | null): Project {
  const { limits } = project.rig;
  if (!limit) return joint in limits ? withRig(project, { limits: without(limits, joint) }) : project;
  checkLimit(limit, `joint ${joint}`);
  return limit === limits[joint] ? project : withRig(project, { limits: { ...limits, [joint]: limit } });
}

/** Edits the stiffness (0 to 1) of one joint; null gives the rig's own back. */
export function setStiffness(project: Project, joint: number, value: number | null): Project {
  const { stiffness } = project.rig;
  if (value === null) return joint in stiffness ? withRig(project, { stiffness: without(stiffness, joint) }) : project;
  if (!(value >= 0 && value <= 1)) throw new RangeError(`a joint's stiffness must be from 0 to 1, got ${spellOut(value)}`);
  return value === stiffness[joint] ? project : withRig(project, { stiffness: { ...stiffness, [joint]: value } });
}

/**
 * Says which node of the file stands for a bone; null: this character has none; undefined: as it was detected.
 * A corrected map may change which joints there are: see `moveToRig`.
 */
export function setCorrection(project: Project, bone: HumanoidBone, node: number | null | undefined): Project {
  const { corrections } = project.rig;
  if (node === undefined) {
    return bone in corrections ? withRig(project, { corrections: without(corrections, bone) }) : project;
  }
  return node === corrections[bone] ? project : withRig(project, { corrections: { ...corrections, [bone]: node } });
}

/** Says what is up for a foot that stands flat, as `FlatFeet` does; null: its sole is found. Throws a `RangeError` when that is no direction. */
export function setFlatFoot(project: Project, foot: Foot, up: Vec3 | null): Project {
  const { flatFeet = {}, ...rig } = project.rig;
  if (up) {
    checkFlatFeet({ [foot]: up });
    return withRig(project, { flatFeet: { ...flatFeet, [foot]: up } });
  }
  if (!flatFeet[foot]) return project;
  const left = without(flatFeet, foot);
  return { ...project, rig: { ...rig, ...(Object.keys(left).length > 0 && { flatFeet: left }) } };
}

function withRig(project: Project, change: Partial<RigSettings>): Project {
  return { ...project, rig: { ...project.rig, ...change } };
}
