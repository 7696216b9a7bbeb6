import type { HumanoidBone } from '../../body/bones.ts';
import { sided, sideOf, SIDES } from '../../body/found-bones.ts';
import { handleKind, type HandleName, type Pins } from '../../body/handles.ts';
import type { Rig } from '../../body/rig.ts';

/** Who may follow what is pulled: its own arm, leg or neck; with an arm, a head or a chest the trunk above the hips too; or all of the body. */
export const FOLLOWERS = ['limb', 'upperBody', 'wholeBody'] as const;

/** One of {@link FOLLOWERS}. */
export type Followers = (typeof FOLLOWERS)[number];

/**
 * The rig with every joint locked that may not follow a pull of these handles; the same rig where all may. The hips follow their own handle only with the whole
 * body, and so do legs: they are what the hips stand on. Limbs that hold a pin on what moves follow, or their pins could not stay.
 */
export function rigOfFollowers(rig: Rig, handles: readonly HandleName[], pins: Pins, followers: Followers): Rig {
  if (handles.some((handle) => allFollow(handle, followers))) return rig;
  const free = new Set(handles.flatMap((handle) => [...freeJoints(rig, handle, pins, followers)]));
  const { skeleton } = rig;
  const stiffness = skeleton.stiffness.map((value, joint) => (free.has(joint) ? value : 1));
  return { ...rig, skeleton: { ...skeleton, stiffness } };
}

/** Whether all of the body may follow; poles and local handles turn joints of their own anyway. */
export function allFollow(handle: HandleName, followers: Followers): boolean {
  return followers === 'wholeBody' || handle === 'hips' || handleKind(handle) !== 'position';
}

function freeJoints(rig: Rig, handle: HandleName, pins: Pins, followers: Followers): ReadonlySet<number> {
  const side = sideOf(handle);
  if (handle.endsWith('Foot')) return new Set(path(rig, [sided(side, 'Foot')], [sided(side, 'UpperLeg')]));
  const leans = handle === 'chest' || followers === 'upperBody';
  const free = new Set<number>(leans ? path(rig, ['upperChest', 'chest', 'spine'], ['spine', 'chest', 'upperChest']) : []);
  const add = (joints: readonly number[]): void => joints.forEach((joint) => free.add(joint));
  if (handle === 'head' || (leans && pins.head)) add(path(rig, ['head', 'neck'], ['neck', 'head']));
  for (const arm of SIDES) {
    const isPinned = leans && pins[sided(arm, 'Hand')];
    if (handle === sided(arm, 'Hand') || isPinned)
      add(path(rig, [sided(arm, 'Hand')], [sided(arm, 'Shoulder'), sided(arm, 'UpperArm')]));
  }
  return free;
}

/** The joints from the first of `ends` that the rig has up to the first of `tops`, both among them; none where one is missing. */
function path({ humanoid, skeleton }: Rig, ends: readonly HumanoidBone[], tops: readonly HumanoidBone[]): number[] {
  const first = (bones: readonly HumanoidBone[]): number | undefined =>
    bones.map((bone) => humanoid[bone]).find((joint) => joint !== undefined);
  const [end, top] = [first(ends), first(tops)];
  if (end === undefined || top === undefined) return [];
  const joints: number[] = [];
  for (let joint = end; joint >= top; joint = skeleton.parents[joint]!) joints.push(joint);
  return joints;
}
