import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkObject, spellOut } from '../../math/check-values.ts';
import { checkFieldsOf, suggestNames, type FieldsOf } from '../../math/near-names.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../body/bones.ts';
import { LIMIT_PRESETS } from '../body/rig.ts';
import type { RigOptions } from './build-rig.ts';

const RIG_FIELDS: FieldsOf<RigOptions> = { preset: true, corrections: true, limits: true, stiffness: true };

/** Throws a `RangeError` of one sentence unless the options are those of a rig made from a scene of so many nodes. */
export function checkRigOptions(options: RigOptions, nodes: number): void {
  checkFieldsOf(options, RIG_FIELDS, 'the options');
  const { preset = 'standard', corrections = {}, limits = {}, stiffness = {} } = options;
  if (!LIMIT_PRESETS.includes(preset))
    throw new RangeError(`the preset must be one of ${LIMIT_PRESETS.join(', ')}, got ${spellOut(preset)}`);
  checkObject(corrections, 'the corrections');
  for (const [bone, node] of Object.entries(corrections)) {
    if (!HUMANOID_BONES.includes(bone as HumanoidBone))
      throw new RangeError(`the corrections must be of humanoid bones, got "${bone}"${suggestNames(HUMANOID_BONES, bone)}`);
    if (node !== null && node !== undefined && !(Number.isInteger(node) && isNumberFrom(node, 0, nodes - 1)))
      throw new RangeError(`the correction of ${bone} must be null or a node from 0 to ${nodes - 1}, got ${spellOut(node)}`);
  }
  checkObject(limits, 'the limits');
  checkObject(stiffness, 'the stiffness');
}
