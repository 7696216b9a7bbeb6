import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { handlesOf, pinned } from '../../core/humanoid/body/handles.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { sided } from '../../core/humanoid/body/found-bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { toRadians } from '../../core/math/angles.ts';
import { conjugate, fromAxisAngle, multiply } from '../../core/math/quat.ts';
import { add, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';

/** A pose with its words. `bones` are those that it speaks of; all of the body when missing. */
export interface NamedPose {
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly pose: Pose;
  readonly bones?: readonly HumanoidBone[];
}

/** Ways of handles from a pose: metres to the left, up and ahead. */
type Pulls = Readonly<Partial<Record<HandleName, Vec3>>>;

const BODY_PULLS: readonly (readonly [name: string, folder: string, tags: readonly string[], pulls: Pulls])[] = [
  ['Stand', 'Stand', ['neutral', 'arms down'], {}],
  ['Stand easy', 'Stand', ['relaxed', 'weight shift'], { hips: [0.06, -0.03, 0] }],
  ['Look up', 'Stand', ['head'], { head: [0, -0.01, -0.07] }],
  ['Bow', 'Stand', ['greet', 'bend'], { head: [0, -0.2, 0.35] }],
  ['Reach up', 'Reach', ['shelf', 'arm'], { leftHand: [-0.12, 1.05, 0.15] }],
  ['Reach up with both hands', 'Reach', ['shelf', 'arms up'], { leftHand: [-0.1, 1.02, 0.2], rightHand: [0.1, 1.02, 0.2] }],
  ['Reach ahead', 'Reach', ['arm', 'push'], { leftHand: [-0.12, 0.45, 0.55] }],
  ['Reach ahead with both hands', 'Reach', ['arms', 'push'], { leftHand: [-0.1, 0.45, 0.55], rightHand: [0.1, 0.45, 0.55] }],
  ['Reach far ahead', 'Reach', ['lean', 'stretch'], { leftHand: [-0.1, 0.3, 0.8] }],
  ['Reach aside', 'Reach', ['arm'], { leftHand: [0.45, 0.4, 0.1] }],
  ['Reach across', 'Reach', ['arm', 'twist'], { leftHand: [-0.55, 0.3, 0.35] }],
  ['Reach down', 'Reach', ['bend', 'floor'], { leftHand: [-0.05, -0.35, 0.4] }],
  ['Hand to the face', 'Reach', ['think', 'arm'], { leftHand: [-0.18, 0.62, 0.2] }],
  ['Hand on the chest', 'Reach', ['greet', 'arm'], { leftHand: [-0.2, 0.32, 0.2] }],
  ['Half crouch', 'Crouch', ['bend', 'knees'], { hips: [0, -0.22, -0.04] }],
  ['Crouch', 'Crouch', ['bend', 'knees', 'low'], { hips: [0, -0.42, -0.05] }],
  ['Crouch to one side', 'Crouch', ['bend', 'knees'], { hips: [0.14, -0.3, 0] }],
  ['Carry low', 'Carry', ['box', 'lift'], { leftHand: [-0.12, 0.05, 0.32], rightHand: [0.12, 0.05, 0.32] }],
  ['Carry at the waist', 'Carry', ['box'], { leftHand: [-0.12, 0.24, 0.34], rightHand: [0.12, 0.24, 0.34] }],
  ['Carry at the chest', 'Carry', ['box'], { leftHand: [-0.12, 0.45, 0.34], rightHand: [0.12, 0.45, 0.34] }],
  ['Carry overhead', 'Carry', ['box', 'lift', 'arms up'], { leftHand: [-0.14, 1.0, 0.12], rightHand: [0.14, 1.0, 0.12] }],
  ['Carry on the shoulder', 'Carry', ['sack'], { leftHand: [-0.05, 0.68, 0.02] }],
  [
    'Lift from the floor',
    'Carry',
    ['box', 'crouch'],
    {
      hips: [0, -0.32, -0.1],
      leftHand: [-0.12, -0.15, 0.45],
      rightHand: [0.12, -0.15, 0.45],
    },
  ],
  ['Lift a foot', 'Stand', ['balance', 'leg'], { leftFoot: [0, 0.3, 0.25] }],
];

/** Body poses made by pulling handles of a standing figure with its arms down, as the studio does. */
export function pulledPoses(rig: Rig): NamedPose[] {
  const standing = armsDown(rig);
  const places = (pose: Pose) => {
    const world = forwardKinematics(rig.skeleton, pose);
    return new Map(handlesOf(rig).map(({ name, joint, offset }) => [name, pointOf(world, joint, offset)]));
  };
  const from = places(standing);
  const puller = createPuller(rig);
  return BODY_PULLS.map(([name, folder, tags, pulls]) => {
    let pose = standing;
    const done: HandleName[] = [];
    for (const [handle, by] of Object.entries(pulls) as [HandleName, Vec3][]) {
      const kept = (['leftFoot', 'rightFoot', ...done] as const).filter((each) => each !== handle);
      const { pose: pulledPose } = puller.begin(pose, handle, pinned(...kept)).to(add(from.get(handle)!, by));
      pose = pulledPose;
      done.push(handle);
    }
    return { name, folder, tags, pose };
  });
}

/** Standing, arms hanging, elbows a little bent. */
function armsDown(rig: Rig): Pose {
  const turns: readonly (readonly [HumanoidBone, Vec3, number])[] = [
    ['leftUpperArm', [0, 0, 1], -74],
    ['rightUpperArm', [0, 0, 1], 74],
    ['leftLowerArm', [0, 1, 0], -14],
    ['rightLowerArm', [0, 1, 0], 14],
  ];
  return clampPose(rig.skeleton, turned(rig, restPose(rig.skeleton), turns)).pose;
}

/** Turns joints about axes that the world has while the figure is at rest; degrees. */
function turned(rig: Rig, pose: Pose, turns: readonly (readonly [HumanoidBone, Vec3, number])[]): Pose {
  const result = pose.slice();
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  for (const [bone, axis, degrees] of turns) {
    const joint = rig.humanoid[bone];
    if (joint === undefined) continue;
    const rest = worldRotation(world, joint);
    const turn = multiply(multiply(conjugate(rest), fromAxisAngle(axis, toRadians(degrees))), rest);
    setRotation(result, joint, multiply(turn, rotationOf(result, joint)));
  }
  return result;
}

/** Degrees by which each finger's three joints are bent, thumb first; the thumb's bend goes across the palm. */
const HANDS: readonly (readonly [
  name: string,
  tags: readonly string[],
  bends: readonly (readonly [number, number, number])[],
])[] = [
  [
    'Hand relaxed',
    ['rest'],
    [
      [8, 10, 12],
      [18, 22, 14],
      [22, 26, 16],
      [26, 30, 18],
      [30, 32, 20],
    ],
  ],
  [
    'Hand open',
    ['flat'],
    [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  ],
  [
    'Fist',
    ['punch', 'closed'],
    [
      [30, 35, 45],
      [80, 95, 60],
      [82, 95, 60],
      [84, 95, 60],
      [86, 95, 60],
    ],
  ],
  [
    'Point',
    ['index', 'show'],
    [
      [28, 30, 35],
      [2, 2, 2],
      [80, 92, 60],
      [82, 92, 60],
      [84, 92, 60],
    ],
  ],
  [
    'Grip a bar',
    ['hold', 'power'],
    [
      [25, 22, 25],
      [55, 65, 40],
      [57, 67, 40],
      [59, 69, 40],
      [62, 70, 40],
    ],
  ],
  [
    'Grip a ball',
    ['hold', 'sphere'],
    [
      [18, 15, 15],
      [35, 40, 25],
      [34, 40, 25],
      [36, 42, 25],
      [40, 44, 25],
    ],
  ],
  [
    'Pinch',
    ['hold', 'precise'],
    [
      [30, 22, 25],
      [55, 48, 20],
      [20, 24, 15],
      [24, 28, 15],
      [28, 30, 16],
    ],
  ],
  [
    'Hook',
    ['carry', 'bag'],
    [
      [5, 8, 8],
      [25, 90, 50],
      [25, 90, 50],
      [25, 90, 50],
      [25, 90, 50],
    ],
  ],
  [
    'Thumbs up',
    ['good', 'yes'],
    [
      [-8, -5, -5],
      [80, 95, 60],
      [82, 95, 60],
      [84, 95, 60],
      [86, 95, 60],
    ],
  ],
  [
    'Two fingers',
    ['peace', 'scissors'],
    [
      [30, 32, 38],
      [2, 2, 2],
      [2, 2, 2],
      [82, 92, 60],
      [84, 92, 60],
    ],
  ],
];

const FINGERS = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;

/** Poses of the fingers of either hand. */
export function handPoses(rig: Rig): NamedPose[] {
  return (['left', 'right'] as const).flatMap((side) =>
    HANDS.map(([name, tags, bends]): NamedPose => {
      const bones = FINGERS.map((finger) =>
        (finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal']).map(
          (part) => sided(side, `${finger}${part}`) as HumanoidBone,
        ),
      );
      const sign = side === 'left' ? -1 : 1;
      const turns = bones.flatMap((three, finger) =>
        three.map((bone, i): readonly [HumanoidBone, Vec3, number] => [
          bone,
          finger === 0 ? [0, 1, 0] : [0, 0, 1],
          (finger === 0 ? -sign : sign) * bends[finger]![i]!,
        ]),
      );
      const pose = clampPose(rig.skeleton, turned(rig, restPose(rig.skeleton), turns)).pose;
      return { name: `${name}, ${side}`, folder: 'Hands', tags: [...tags, side], pose, bones: bones.flat() };
    }),
  );
}
