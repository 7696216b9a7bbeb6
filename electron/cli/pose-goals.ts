import { HUMANOID_BONES, type HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { handlesOf, HANDLE_NAMES, type HandleName, type Pins } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { isPlain } from '../../core/humanoid/rigging/plain-bones.ts';
import { keepGoals, pullGoals, type SolverSettings } from '../../core/humanoid/pulling/pull-goals.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { toDegrees } from '../../core/math/angles.ts';
import { suggestNames } from '../../core/math/near-names.ts';
import { angleBetween } from '../../core/math/quat.ts';
import { distance, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { SolveRequest } from '../services/solver-messages.ts';
import { rounded } from './describe-report.ts';

/** A handle or humanoid bone and where it should be, world metres. */
export interface NamedGoal {
  readonly name: string;
  readonly target: Vec3;
}

/** What is asked of a body. */
export interface PoseRequest {
  /** The pose that it starts from, and that pins keep. */
  readonly start: Pose;
  readonly goals: readonly NamedGoal[];
  /** Handles and humanoid bones that stay where and as they are. */
  readonly pins: readonly string[];
  readonly settings: SolverSettings;
  readonly options: SolveOptions;
}

/** A handle or bone that stays. */
interface Pinned {
  readonly name: string;
  readonly joint: number;
}

/** How far what was to stay has come off: metres and radians. */
export interface KeptPin {
  readonly name: string;
  readonly kept: boolean;
  readonly millimetres: number;
  readonly degrees: number;
}

/** A pin holds within a millimetre and half a degree. */
const KEPT_MILLIMETRES = 1;
const KEPT_DEGREES = 0.5;

export function keptPins({ skeleton }: Rig, pinned: readonly Pinned[], before: Pose, after: Pose): KeptPin[] {
  const [from, to] = [forwardKinematics(skeleton, before), forwardKinematics(skeleton, after)];
  return pinned.map(({ name, joint }) => {
    const millimetres = 1000 * distance(worldPosition(from, joint), worldPosition(to, joint));
    const degrees = toDegrees(angleBetween(worldRotation(from, joint), worldRotation(to, joint)));
    const kept = millimetres <= KEPT_MILLIMETRES && degrees <= KEPT_DEGREES;
    return { name, kept, millimetres: rounded(millimetres), degrees: rounded(degrees) };
  });
}

export interface PreparedPose {
  readonly request: SolveRequest;
  /** For each goal's name its index among the outcome's residuals. */
  readonly goals: ReadonlyMap<string, number>;
  readonly pinned: readonly Pinned[];
  /** Joints that could move for a goal: the goals' own and all above them. */
  readonly moved: ReadonlySet<number>;
}

/** The goals that the solver is given for a request. Throws an `Error` with one sentence when a name is none of the character's. */
export function preparePose(rig: Rig, { start, goals: wanted, pins, settings, options: further }: PoseRequest): PreparedPose {
  const handles = new Map<string, ReturnType<typeof handlesOf>[number]>(handlesOf(rig).map((handle) => [handle.name, handle]));
  const isHandle = (name: string): name is HandleName => handles.has(name);
  const targets: Partial<Record<HandleName, Vec3>> = {};
  const extra: Goal[] = [];
  const pinned: Pinned[] = [];
  const index = new Map<string, number>();
  for (const { name, target } of wanted) if (isHandle(name)) targets[name] = target;
  Object.keys(targets).forEach((name, i) => index.set(name, i));
  const world = forwardKinematics(rig.skeleton, start);
  for (const name of pins) {
    const handle = handles.get(name);
    const joint = handle?.joint ?? jointOf(rig, name);
    pinned.push({ name, joint });
    extra.push(...keepGoals(handle ?? { joint, offset: [0, 0, 0] }, world));
  }
  const { goals } = pullGoals(rig, start, { targets, pins: {}, settings });
  // What keeps the balance depends on what is pinned.
  const { options } = pullGoals(rig, start, { targets, pins: pinsOf(rig, pinned), settings });
  const all = [...goals, ...extra];
  for (const { name, target } of wanted) {
    if (isHandle(name)) continue;
    index.set(name, all.length);
    all.push({ kind: 'position', joint: jointOf(rig, name), target });
  }
  const moved = new Set<number>();
  for (const goal of all) {
    if (goal.kind === 'centreOfMass') continue;
    for (let joint = goal.joint; joint >= 0; joint = rig.skeleton.parents[joint]!) moved.add(joint);
  }
  return { goals: index, moved, pinned, request: { start, goals: all, options: { ...options, ...further } } };
}

function pinsOf(rig: Rig, pinned: readonly Pinned[]): Pins {
  const handles = handlesOf(rig).filter(({ name }) => pinned.some((pin) => pin.name === name));
  return Object.fromEntries(handles.map(({ name }) => [name, { translation: true, rotation: true, weight: 1 }]));
}

/** The joint of a humanoid bone; of plain bones, the one of that name. Throws an `Error` with one sentence when there is none of that name. */
function jointOf(rig: Rig, name: string): number {
  const joint = rig.humanoid[name as HumanoidBone];
  if (joint !== undefined) return joint;
  const plain = isPlain(rig) ? rig.skeleton.names.indexOf(name) : -1;
  if (plain >= 0) return plain;
  const known = (HUMANOID_BONES as readonly string[]).includes(name) || (HANDLE_NAMES as readonly string[]).includes(name);
  if (known) throw new Error(`this character has no ${name}`);
  const near = suggestNames([...HANDLE_NAMES, ...HUMANOID_BONES, ...(isPlain(rig) ? rig.skeleton.names : [])], name);
  throw new Error(`"${name}" is neither a handle nor a humanoid bone${isPlain(rig) ? ' nor a joint' : ''}${near}`);
}
