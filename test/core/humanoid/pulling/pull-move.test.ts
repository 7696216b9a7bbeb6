import { expect, test } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { add, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const FEET: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

function degreesBetween(a: Pose, b: Pose): number {
  const turns = mannequin.skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  return (Math.max(...turns) * 180) / Math.PI;
}

test.each<[HandleName, Vec3, centimetres: number, beyond: boolean]>([
  ['leftHand', [0, 1, 0], 65, false],
  ['head', [1, 0, 0], 55, true],
])(
  '%s by %s, %d cm out of reach and back: nine of ten poses are again within 8° of those of the way out, once the far end is 10 cm behind',
  (name, direction, centimetres, beyond) => {
    const { skeleton } = mannequin;
    const handle = handlesOf(mannequin).find((each) => each.name === name)!;
    const from = handlePosition(handle, forwardKinematics(skeleton, restPose(skeleton)));
    const gesture = createPuller(mannequin).begin(restPose(skeleton), name, FEET, DEFAULT_SOLVER_SETTINGS);
    const to = (centimetre: number) => gesture.to(add(from, scale(direction, centimetre / 100)));
    const places = Array.from({ length: centimetres }, (_, i) => i + 1);
    const out = places.map(to);
    expect(out.at(-1)!.status).not.toBe('reached');
    const back = places.toReversed().map(to).toReversed();
    const compared = places.slice(0, -10).flatMap((_, i) =>
      // Beyond reach many poses come as near; a head that leans sideways is there most of the way.
      beyond || (out[i]!.status === 'reached' && back[i]!.status === 'reached')
        ? [degreesBetween(out[i]!.pose, back[i]!.pose)]
        : [],
    );
    expect(compared.length).toBeGreaterThan(20);
    expect(compared.filter((degrees) => degrees > 8).length / compared.length).toBeLessThan(0.1);
  },
);
