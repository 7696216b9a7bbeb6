import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';

/** Unity calls the three bones of a thumb otherwise than VRM 1.0. */
const UNITY_THUMB: Readonly<Record<string, string>> = { Metacarpal: 'Proximal', Proximal: 'Intermediate' };

/** What Unity's `HumanBodyBones`, and with it VMC, calls a bone: `LeftUpperArm`. */
export function unityBone(bone: HumanoidBone): string {
  const name = `${bone[0]!.toUpperCase()}${bone.slice(1)}`;
  return name.replace(/(?<=Thumb)(?:Metacarpal|Proximal)$/, (part) => UNITY_THUMB[part]!);
}

const BONES: ReadonlyMap<string, HumanoidBone> = new Map(HUMANOID_BONES.map((bone) => [unityBone(bone), bone]));

/** The bone that VMC calls so, or undefined. */
export function boneOfUnity(name: string): HumanoidBone | undefined {
  return BONES.get(name);
}

/** Presets of VRM 1.0, and what VRM 0.x calls them: programs that speak VMC use the older names. */
const PRESETS: readonly (readonly [vrm1: string, vrm0: string])[] = [
  ['aa', 'A'],
  ['ih', 'I'],
  ['ou', 'U'],
  ['ee', 'E'],
  ['oh', 'O'],
  ['happy', 'Joy'],
  ['angry', 'Angry'],
  ['sad', 'Sorrow'],
  ['relaxed', 'Fun'],
  ['surprised', 'Surprised'],
  ['neutral', 'Neutral'],
  ['blink', 'Blink'],
  ['blinkLeft', 'Blink_L'],
  ['blinkRight', 'Blink_R'],
  ['lookUp', 'LookUp'],
  ['lookDown', 'LookDown'],
  ['lookLeft', 'LookLeft'],
  ['lookRight', 'LookRight'],
];

const SENT = new Map(PRESETS);

const HEARD = new Map(PRESETS.map(([vrm1, vrm0]) => [vrm0.toLowerCase(), vrm1.toLowerCase()]));

/** The name under which an expression is sent. */
export function vmcExpression(name: string): string {
  return SENT.get(name) ?? name;
}

/**
 * For each name that may be heard, the number of the expression that is meant: the name itself, that of VRM 0.x or 1.0, in capitals or not.
 */
export function expressionFinder(names: readonly string[]): (heard: string) => number | undefined {
  const exact = new Map(names.map((name, i) => [name, i]));
  const loose = new Map(names.map((name, i) => [name.toLowerCase(), i]));
  return (heard) => {
    const low = heard.toLowerCase();
    return exact.get(heard) ?? loose.get(low) ?? loose.get(HEARD.get(low) ?? low);
  };
}
