import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { readCharacter } from '../../core/formats/read-character.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { few } from '../helpers/extent.ts';

const male = sharedData('rigs/unreal-names-male.glb');

test
  .skipIf(!male)
  .each(few(['leftUpperArm', 'leftLowerArm', 'rightHand', 'leftUpperLeg', 'rightLowerLeg', 'leftFoot'] as const, 3))(
  'a character that has no %s is rigged without it',
  (bone) => {
    const { scene } = readCharacter('male.glb', readFileSync(male!));
    const { humanoid, report } = buildRig(scene, { corrections: { [bone]: null } });
    expect(humanoid[bone]).toBeUndefined();
    // What somebody took out is not missing.
    expect(report.missing).not.toContain(bone);
  },
);
