import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  buildRig,
  createPuller,
  forwardKinematics,
  handlesOf,
  pinned,
  readCharacter,
  restPose,
  worldPosition,
  type HandleName,
  type Rig,
} from '../../../../core/index.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readCharacter('mannequin.glb', readFileSync(MANNEQUIN)).scene);
const rest = restPose(rig.skeleton);

function placeOf(pose: Float64Array, name: HandleName): Vec3 {
  return worldPosition(forwardKinematics(rig.skeleton, pose), handlesOf(rig).find((handle) => handle.name === name)!.joint);
}

describe('pulling from a program', () => {
  test('a hand goes where it is pulled, and pinned feet stay', () => {
    const [x, y, z] = placeOf(rest, 'leftHand');
    const target: Vec3 = [0.7 * x, y - 0.3, z + 0.25];
    const { pose, status } = createPuller(rig).begin(rest, 'leftHand', pinned('leftFoot', 'rightFoot')).to(target);
    expect(status).toBe('reached');
    expect(distance(placeOf(pose, 'leftHand'), target)).toBeLessThan(1e-3);
    for (const foot of ['leftFoot', 'rightFoot'] as const) {
      expect(distance(placeOf(pose, foot), placeOf(rest, foot))).toBeLessThan(2e-4);
    }
  });

  test('what cannot be pulled is refused in a sentence', () => {
    const puller = createPuller(rig);
    expect(() => createPuller({} as Rig)).toThrow('the rig must be one that buildRig made, got');
    expect(() => puller.begin(new Float64Array(3), 'leftHand')).toThrow('the pose to pull from: a pose of this skeleton has');
    expect(() => puller.begin(rest, 'leftHnd' as HandleName)).toThrow(/^this character has no handle "leftHnd", only hips, /);
    expect(() => puller.begin(rest, 'leftHand', { leftFoot: true as never })).toThrow('the pin "leftFoot" must have translation');
    expect(() => puller.begin(rest, 'leftHand', {}, { softreach: 0.1 } as object)).toThrow('cannot have the field "softreach"');
    expect(() => puller.begin(rest, 'leftHand', {}, { rootStiffness: 2 })).toThrow(
      'rootStiffness must be a number from 0 to 1, got 2',
    );
    expect(() => puller.begin(rest, 'leftHand').to([0, NaN, 0])).toThrow('the target of "leftHand" must be 3 finite numbers');
    expect(() => pinned('leftToe' as HandleName)).toThrow('a handle must be one of');
  });
});
