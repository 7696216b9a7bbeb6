import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkOneOf, checkObject, spellOut } from '../../math/check-values.ts';
import { checkFieldsOf, suggestNames, type FieldsOf } from '../../math/near-names.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../body/bones.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { LIMIT_PRESETS, type LimitPreset } from '../body/rig.ts';
import { checkFlatFeet, type FlatFeet } from '../body/sole.ts';

/** What is set by hand instead of being detected. */
export interface RigOptions {
  /** Default: standard. */
  readonly preset?: LimitPreset;
  /** Bones set by hand: node index in the file, or null for "this character has none". */
  readonly corrections?: Readonly<Partial<Record<HumanoidBone, number | null>>>;
  /** Limits by joint index that replace the anatomical ones. */
  readonly limits?: Readonly<Record<number, Limit>>;
  /** Stiffnesses by joint index, 0 to 1, that replace the default ones. */
  readonly stiffness?: Readonly<Record<number, number>>;
  /** Feet whose soles are told rather than found. */
  readonly flatFeet?: FlatFeet;
}

const RIG_FIELDS: FieldsOf<RigOptions> = { preset: true, corrections: true, limits: true, stiffness: true, flatFeet: true };

/** Throws a `RangeError` of one sentence unless the options are those of a rig made from a scene of so many nodes. */
export function checkRigOptions(options: RigOptions, nodes: number): void {
  checkFieldsOf(options, RIG_FIELDS, 'the options');
  const { preset = 'standard', corrections = {}, limits = {}, stiffness = {}, flatFeet = {} } = options;
  checkOneOf(preset, LIMIT_PRESETS, 'the preset');
  checkObject(corrections, 'the corrections');
  for (const [bone, node] of Object.entries(corrections)) {
    if (!HUMANOID_BONES.includes(bone as HumanoidBone))
      throw new RangeError(`the corrections must be of humanoid bones, got "${bone}"${suggestNames(HUMANOID_BONES, bone)}`);
    if (node !== null && node !== undefined && !(Number.isInteger(node) && isNumberFrom(node, 0, nodes - 1)))
      throw new RangeError(`the correction of ${bone} must be null or a node from 0 to ${nodes - 1}, got ${spellOut(node)}`);
  }
  checkObject(limits, 'the limits');
  checkObject(stiffness, 'the stiffness');
  checkFlatFeet(flatFeet);
}
