import type { Vec3 } from '../../core/math/vec3.ts';
import type { FigureJoint } from './figure.ts';

/** A dog 0.7 m high that looks along +Z, its limbs called as a person's or by numbers. */
export function dog(isNamed: boolean): FigureJoint[] {
  const joints: [name: string, parent: string | null, at: Vec3][] = [
    ['Hips', null, [0, 0.6, -0.3]],
    ['Spine', 'Hips', [0, 0.61, -0.1]],
    ['Chest', 'Spine', [0, 0.62, 0.15]],
    ['Neck', 'Chest', [0, 0.66, 0.3]],
    ['Head', 'Neck', [0, 0.78, 0.4]],
    ['Tail', 'Hips', [0, 0.6, -0.45]],
    ['TailEnd', 'Tail', [0, 0.5, -0.7]],
  ];
  for (const [side, x] of [
    ['Left', 0.1],
    ['Right', -0.1],
  ] as const) {
    joints.push(
      [`${side}Arm`, 'Chest', [x, 0.52, 0.28]],
      [`${side}ForeArm`, `${side}Arm`, [x, 0.3, 0.22]],
      [`${side}Hand`, `${side}ForeArm`, [x, 0.06, 0.25]],
      [`${side}UpLeg`, 'Hips', [x, 0.54, -0.3]],
      [`${side}Leg`, `${side}UpLeg`, [x, 0.32, -0.22]],
      [`${side}Foot`, `${side}Leg`, [x, 0.08, -0.34]],
      [`${side}ToeBase`, `${side}Foot`, [x, 0.02, -0.26]],
    );
  }
  const called = new Map(joints.map(([name], i) => [name, isNamed ? name : `Bone ${i}`]));
  return joints.map(([name, parent, at]) => ({ name: called.get(name)!, parent: parent && called.get(parent)!, at }));
}
