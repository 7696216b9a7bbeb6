import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../core/math/random.ts';
import { armsLowered, plainFigure, preBent, sceneOf, stagedAs, withRandomAxes, type FigureJoint } from './figure.ts';
import type { SampleRig } from './rigs.ts';

function sample(name: string, joints: readonly FigureJoint[]): SampleRig {
  const scene = sceneOf(joints);
  return { name, scene, rig: buildRig(scene) };
}

/** Made-up figures that differ in rest pose, bone axes, facing and size. */
export function figureRigs(): SampleRig[] {
  const plain = plainFigure();
  return [
    sample('a figure in T-pose', plain),
    sample('a figure in A-pose', armsLowered(plain, 45)),
    sample('a figure with hanging arms', armsLowered(plain, 80)),
    sample('a figure with bent knees and elbows', preBent(plain, 20)),
    sample('a figure with bent knees and elbows in A-pose', armsLowered(preBent(plain, 12), 35)),
    ...[1, 2, 3].map((seed) => sample(`a figure with bone axes by seed ${seed}`, withRandomAxes(plain, seededRandom(seed)))),
    ...[90, 180, 270].map((yaw) => sample(`a figure turned by ${yaw}°`, stagedAs(armsLowered(plain, 20), yaw, 1))),
    sample('a figure turned by 20°', stagedAs(plain, 20, 1)),
    sample('a figure 100 times as large', withRandomAxes(stagedAs(plain, 180, 100), seededRandom(4))),
    sample('a figure 100 times as small', withRandomAxes(stagedAs(plain, 90, 0.01), seededRandom(5))),
  ];
}
