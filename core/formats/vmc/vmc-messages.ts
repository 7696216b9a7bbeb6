import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { clamp } from '../../math/angles.ts';
import { LONGEST_VMC_NAME, MOST_VMC_EXPRESSIONS, type VmcFrame, type VmcTransform } from './vmc-frame.ts';
import { boneOfUnity, unityBone, vmcExpression } from './vmc-names.ts';

/** A message of Open Sound Control: a number is a float, an integer stands in an object. */
export interface OscMessage {
  readonly address: string;
  readonly arguments: readonly OscArgument[];
}

export type OscArgument = string | number | { readonly integer: number };

const REST: VmcTransform = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** The messages of one frame, in the order in which they are sent: one bundle. `seconds` since the sending began. */
export function vmcMessages({ root = REST, bones, expressions }: VmcFrame, seconds: number): OscMessage[] {
  const weights = Object.entries(expressions);
  return [
    message('/VMC/Ext/OK', { integer: 1 }),
    message('/VMC/Ext/T', seconds),
    message('/VMC/Ext/Root/Pos', 'root', ...inUnity(root)),
    ...HUMANOID_BONES.flatMap((bone) =>
      bones[bone] ? [message('/VMC/Ext/Bone/Pos', unityBone(bone), ...inUnity(bones[bone]))] : [],
    ),
    ...weights.map(([name, weight]) => message('/VMC/Ext/Blend/Val', vmcExpression(name), weight)),
    ...(weights.length > 0 ? [message('/VMC/Ext/Blend/Apply')] : []),
  ];
}

function message(address: string, ...args: readonly OscArgument[]): OscMessage {
  return { address, arguments: args };
}

/** Unity is left-handed: x points the other way. p → (−x, y, z), q → (x, −y, −z, w). The way back is the same. */
function inUnity({ position: [x, y, z], rotation: [qx, qy, qz, qw] }: VmcTransform): number[] {
  return [-x, y, z, qx, -qy, -qz, qw];
}

/** Puts together what was heard. */
export interface VmcListener {
  /** Whether the message is one of VMC with values that can be used; what is of no use here counts as used. */
  hear(message: OscMessage): boolean;
  /** All that was heard up to now. */
  frame(): VmcFrame;
}

/**
 * A listener that remembers the latest value of each bone and expression, as senders may split a frame into several packets. Weights count from their
 * `Apply` on. Names that are no bones, and more expressions than {@link MOST_VMC_EXPRESSIONS}, are passed over.
 */
export function createVmcListener(): VmcListener {
  const bones: Partial<Record<HumanoidBone, VmcTransform>> = {};
  const told = new Map<string, number>();
  let expressions: VmcFrame['expressions'] = {};
  let root: VmcTransform | undefined;

  function hearBone(name: OscArgument | undefined, transform: VmcTransform | null): boolean {
    if (typeof name !== 'string' || !transform) return false;
    const bone = boneOfUnity(name);
    if (bone) bones[bone] = transform;
    return true;
  }

  function hearWeight(name: OscArgument | undefined, value: OscArgument | undefined): boolean {
    const weight = numberOf(value);
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_VMC_NAME || !Number.isFinite(weight)) return false;
    if (told.size >= MOST_VMC_EXPRESSIONS && !told.has(name)) return false;
    told.set(name, clamp(weight, 0, 1));
    return true;
  }

  return {
    hear({ address, arguments: [name, ...numbers] }) {
      if (address === '/VMC/Ext/Bone/Pos') return hearBone(name, transformOf(numbers));
      if (address === '/VMC/Ext/Blend/Val') return hearWeight(name, numbers[0]);
      if (address === '/VMC/Ext/Root/Pos') {
        const heard = transformOf(numbers);
        root = heard ?? root;
        return heard !== null;
      }
      // As a map, since an object passes over what is named `__proto__`.
      if (address === '/VMC/Ext/Blend/Apply') expressions = Object.fromEntries(told);
      return address.startsWith('/VMC/');
    },
    frame: () => ({ ...(root && { root }), bones: { ...bones }, expressions }),
  };
}

/** Seven numbers in Unity's space; null where they are none, or no rotation. */
function transformOf(numbers: readonly OscArgument[]): VmcTransform | null {
  const [x, y, z, qx, qy, qz, qw] = numbers.slice(0, 7).map(numberOf);
  if (qw === undefined) return null;
  const values = [-x!, y!, z!, qx!, -qy!, -qz!, qw];
  const size = Math.sqrt(qx! * qx! + qy! * qy! + qz! * qz! + qw * qw);
  if (!values.every((value) => Math.abs(value) < 1e6) || !(size > 1e-6)) return null;
  return { position: [-x!, y!, z!], rotation: [qx! / size, -qy! / size, -qz! / size, qw / size] };
}

function numberOf(value: OscArgument | undefined): number {
  return typeof value === 'number' ? value : typeof value === 'object' ? value.integer : Number.NaN;
}
