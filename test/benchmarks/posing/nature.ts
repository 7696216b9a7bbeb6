import { centreOfMass, segmentMasses, supportPolygon } from '../../../core/humanoid/anatomy/masses.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { handlesOf, isFingerHandle, type HandleName, type Pins } from '../../../core/humanoid/body/handles.ts';
import { createPuller, type PullOptions } from '../../../core/humanoid/pulling/puller.ts';
import { createJointTurner } from '../../../core/humanoid/pulling/turn-joint.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, toRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, dot, normalize, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { followPath, noContinuity, type Continuity } from './continuity.ts';
import { FEET, moved, pinMoved, placeOf, type Figure } from './figure.ts';

const DEGREES = Math.PI / 180;
/** Length of a step as a share of the arm or the leg: 1 cm of an arm of 0.55 m, of a leg of 0.85 m. */
const ARM_STEP = 0.01 / 0.55;
const LEG_STEP = 0.01 / 0.85;

/** How naturally a body follows: see the columns of `npm run bench-posing -- --nature`. Millimetres are those of a figure 1.75 m tall. */
export interface NatureFigures {
  readonly arm: Continuity;
  readonly armFree: Continuity;
  readonly behind: Continuity;
  readonly foot: Continuity;
  readonly crouch: Continuity;
  /** Millimetres by which the centre of mass is outside of what stands. */
  readonly weight: readonly [worst: number, mean: number];
  /** Millimetres by which the hips go ahead in a bow; people's go back. */
  readonly hips: number;
  /** Millimetres of the centre of mass outside, and of the target missed, with the head drawn half a leg straight ahead. */
  readonly level: readonly [outside: number, missed: number];
  /** Slope of the clavicle's over the humerus' elevation, least and most of abduction and flexion; null without clavicles. */
  readonly rhythm: readonly [number, number] | null;
  /** Least share of a turn of the chest that arrives, and largest share of it in one joint. */
  readonly spine: readonly [arrives: number, share: number];
  /** Leg lengths by which the hips rise while a rear foot is drawn back along the floor. */
  readonly rise: number;
  /** Millimetres of the deepest finger tip below the floor. */
  readonly deep: number;
  /** Millimetres of the largest miss of what a standing person can do, and by which a pinned foot slipped. */
  readonly miss: number;
  readonly slip: number;
  readonly milliseconds: readonly [median: number, worst: number];
}

const BOTH = ['leftHand', 'rightHand'] as const;

export function measureNature(figure: Figure, seeds: number): NatureFigures {
  const arm = noContinuity();
  const armFree = noContinuity();
  const behind = noContinuity();
  const foot = noContinuity();
  const crouch = noContinuity();
  for (let seed = 1; seed <= seeds; seed++) {
    if (figure.arm > 0)
      for (const name of BOTH.filter((each) => figure.handles.includes(each)))
        for (const { path, isBehind } of armPaths(figure, name, seed)) {
          if (isBehind) followPath(figure, figure.rest, name, path, [name], {}, behind);
          else {
            followPath(figure, figure.rest, name, path, [name], {}, arm);
            followPath(figure, figure.rest, name, path, [name], { keepsDirection: false }, armFree);
          }
        }
    for (const name of ['leftFoot', 'rightFoot'] as const)
      for (const path of footPaths(figure, name, seed)) followPath(figure, figure.rest, name, path, [name], {}, foot);
    for (const path of crouches(figure, seed))
      followPath(figure, figure.rest, 'hips', path, ['leftFoot', 'rightFoot'], {}, crouch);
  }
  const stands = standing(figure);
  const times = [arm, armFree, behind, foot, crouch].flatMap(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return {
    arm,
    armFree,
    behind,
    foot,
    crouch,
    ...stands,
    rhythm: rhythm(figure),
    spine: spine(figure),
    rise: rise(figure),
    deep: deepest(figure),
    milliseconds: [times[times.length >> 1] ?? 0, times.at(-1) ?? 0],
  };
}

/** Circles and eights about a middle, in the plane of two axes (left, up, forward), so many metres wide. */
function round(
  figure: Figure,
  middle: Vec3,
  axes: readonly [Vec3, Vec3],
  radius: number,
  isEight: boolean,
  step: number,
): Vec3[] {
  const count = Math.max(24, Math.ceil((2 * Math.PI * radius * (isEight ? 1.3 : 1)) / step));
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = (2 * Math.PI * i) / count;
    const by = add(
      scale(axes[0], radius * Math.sin(t)),
      scale(axes[1], radius * (isEight ? 0.5 * Math.sin(2 * t) : Math.cos(t))),
    );
    return moved(figure, middle, by);
  });
}

const LEFT: Vec3 = [1, 0, 0];
const UP: Vec3 = [0, 1, 0];
const AHEAD: Vec3 = [0, 0, 1];

function armPaths(figure: Figure, name: 'leftHand' | 'rightHand', seed: number): { path: Vec3[]; isBehind: boolean }[] {
  const { rig, rest, arm } = figure;
  const random = seededRandom(1000 * seed + name.length);
  const jitter = (): number => 0.9 + 0.2 * random();
  const side = name === 'leftHand' ? 1 : -1;
  const shoulder = worldPosition(
    forwardKinematics(rig.skeleton, rest),
    rig.humanoid[name === 'leftHand' ? 'leftUpperArm' : 'rightUpperArm']!,
  );
  const at = (out: number, up: number, ahead: number): Vec3 => moved(figure, shoulder, [side * out * arm, up * arm, ahead * arm]);
  const path = (middle: Vec3, axes: readonly [Vec3, Vec3], share: number, isEight = false, isBehind = false) => ({
    path: round(figure, middle, axes, share * jitter() * arm, isEight, ARM_STEP * arm),
    isBehind,
  });
  return [
    path(at(0, 0, 0.6), [LEFT, UP], 0.45),
    path(at(-0.3, -0.1, 0.55), [LEFT, UP], 0.4, true),
    path(at(0.2, -0.4, 0.45), [LEFT, AHEAD], 0.35),
    path(at(0.6, 0, 0.1), [UP, AHEAD], 0.4),
    path(at(0.3, -0.1, 0.4), [UP, AHEAD], 0.6, true),
    path(at(-0.3, 0.1, 0.5), [LEFT, AHEAD], 0.25),
    path(at(0.1, -0.7, 0.2), [LEFT, AHEAD], 0.3),
    path(at(0.2, 0.4, 0.4), [LEFT, UP], 0.3),
    path(at(0, -0.65, -0.3), [LEFT, UP], 0.25, false, true),
  ];
}

function footPaths(figure: Figure, name: 'leftFoot' | 'rightFoot', seed: number): Vec3[][] {
  const { rig, rest, leg } = figure;
  const random = seededRandom(2000 * seed + name.length);
  const jitter = (): number => 0.9 + 0.2 * random();
  const side = name === 'leftFoot' ? 1 : -1;
  const from = placeOf(figure, forwardKinematics(rig.skeleton, rest), name);
  const at = (out: number, up: number, ahead: number): Vec3 => moved(figure, from, [side * out * leg, up * leg, ahead * leg]);
  const path = (middle: Vec3, axes: readonly [Vec3, Vec3], share: number, isEight = false): Vec3[] =>
    round(figure, middle, axes, share * jitter() * leg, isEight, LEG_STEP * leg);
  return [
    path(at(0.05, 0.35, 0.3), [LEFT, UP], 0.25),
    path(at(0.1, 0.3, 0.25), [UP, AHEAD], 0.3, true),
    path(at(0.25, 0.3, 0.1), [LEFT, AHEAD], 0.25),
    path(at(0.05, 0.25, -0.25), [UP, AHEAD], 0.25),
  ];
}

function crouches(figure: Figure, seed: number): Vec3[][] {
  const { rig, rest, leg } = figure;
  const random = seededRandom(3000 * seed);
  const from = placeOf(figure, forwardKinematics(rig.skeleton, rest), 'hips');
  return [0.3, 0.42, 0.52, 0.6].map((share) => {
    const jitter = 0.95 + 0.1 * random();
    const middle = moved(figure, from, [0, -share * jitter * leg, -0.06 * leg]);
    return share === 0.42
      ? round(figure, middle, [LEFT, AHEAD], 0.12 * leg, true, LEG_STEP * leg)
      : round(figure, middle, [LEFT, AHEAD], 0.1 * jitter * leg, false, LEG_STEP * leg);
  });
}

/** Millimetres by which the centre of mass is outside of the soles of `feet` in a pose that has them where the rest pose has them. */
function outside(figure: Figure, pose: Pose, feet: 'both' | 'left' | 'right'): number {
  const { rig, rest, size } = figure;
  const world = forwardKinematics(rig.skeleton, pose);
  const ground = forwardKinematics(rig.skeleton, rest);
  const polygon = feet === 'both' ? supportPolygon(rig, ground) : supportPolygon(rig, withLifted(figure, feet));
  const [x, , z] = centreOfMass(segmentMasses(rig), world);
  return (1000 * outsideOf(polygon, x, z)) / size;
}

/** The rest pose's transforms with the other foot moved up, so that it does not count. */
function withLifted(figure: Figure, stands: 'left' | 'right') {
  const { rig, rest } = figure;
  const world = forwardKinematics(rig.skeleton, rest);
  const other = rig.humanoid[stands === 'left' ? 'rightFoot' : 'leftFoot']!;
  const positions = world.positions.slice();
  positions[3 * other + 1]! += figure.leg;
  return { ...world, positions };
}

function outsideOf(polygon: readonly (readonly [number, number])[], x: number, z: number): number {
  let inside = true;
  let sign = 0;
  let least = Infinity;
  polygon.forEach(([ax, az], i) => {
    const [bx, bz] = polygon[(i + 1) % polygon.length]!;
    const turn = Math.sign((bx - ax) * (z - az) - (bz - az) * (x - ax));
    if (turn !== 0 && sign !== 0 && turn !== sign) inside = false;
    if (turn !== 0) sign = turn;
    const t = Math.min(
      1,
      Math.max(0, ((x - ax) * (bx - ax) + (z - az) * (bz - az)) / Math.max(1e-12, (bx - ax) ** 2 + (bz - az) ** 2)),
    );
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), z - az - t * (bz - az)));
  });
  return inside ? 0 : least;
}

const STANDS: readonly (readonly [HandleName, Vec3, 'leg' | 'arm'])[] = [
  ['head', [0, -0.25, 0.3], 'leg'],
  ['head', [0, -0.45, 0.4], 'leg'],
  ['head', [0.15, -0.2, 0.2], 'leg'],
  ['leftHand', [-0.6, 0.1, 1.05], 'arm'],
  ['rightHand', [0.7, -0.4, 1.1], 'arm'],
  ['leftHand', [0.4, 0.1, 0.2], 'arm'],
  ['rightHand', [0.3, -1.3, 0.9], 'arm'],
  ['chest', [0.15, -0.03, 0], 'leg'],
  ['chest', [-0.15, -0.05, 0], 'leg'],
  ['chest', [0, -0.05, -0.12], 'leg'],
  ['chest', [0, -0.1, 0.15], 'leg'],
];

function standing(figure: Figure): Pick<NatureFigures, 'weight' | 'hips' | 'level' | 'miss' | 'slip'> {
  const { rig, rest, leg, arm, size, handles, forward } = figure;
  const ground = forwardKinematics(rig.skeleton, rest);
  const outs: number[] = [];
  let [hips, miss, slip] = [-Infinity, 0, 0];
  const puller = createPuller(rig);
  const pull = (name: HandleName, way: Vec3, by: 'leg' | 'arm', pins: Pins, how: PullOptions = {}) => {
    const target = moved(figure, placeOf(figure, ground, name), scale(way, by === 'leg' ? leg : arm));
    const { pose } = puller.begin(rest, name, pins).to(target, how);
    const missed = (1000 * distance(placeOf(figure, forwardKinematics(rig.skeleton, pose), name), target)) / size;
    return { pose, missed };
  };
  for (const [name, way, by] of STANDS) {
    if (!handles.includes(name) || (by === 'arm' && arm === 0)) continue;
    const { pose, missed } = pull(name, way, by, FEET);
    outs.push(outside(figure, pose, 'both'));
    miss = Math.max(miss, missed);
    for (const foot of ['leftFoot', 'rightFoot'] as const) slip = Math.max(slip, (1000 * pinMoved(figure, pose, foot)) / size);
    if (name === 'head')
      hips = Math.max(
        hips,
        (1000 *
          dot(
            forward,
            subtract(
              worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips!),
              worldPosition(ground, rig.humanoid.hips!),
            ),
          )) /
          size,
      );
  }
  for (const name of ['leftFoot', 'rightFoot'] as const)
    for (const way of [
      [0, 0.15, 0.1],
      [0, 0.3, 0.2],
      [0, 0.2, -0.15],
    ] as const) {
      const { pose, missed } = pull(name, way, 'leg', FEET);
      outs.push(outside(figure, pose, name === 'leftFoot' ? 'right' : 'left'));
      miss = Math.max(miss, missed);
      const other = name === 'leftFoot' ? 'rightFoot' : 'leftFoot';
      slip = Math.max(slip, (1000 * pinMoved(figure, pose, other)) / size);
    }
  const level = handles.includes('head') ? pull('head', [0, 0, 0.5], 'leg', FEET) : null;
  return {
    weight: [Math.max(...outs), outs.reduce((sum, each) => sum + each, 0) / outs.length],
    hips,
    level: level ? [outside(figure, level.pose, 'both'), level.missed] : [0, 0],
    miss,
    slip,
  };
}

/** The hand goes up on an arc about the shoulder, the arm nearly straight: aside and ahead. */
function rhythm(figure: Figure): readonly [number, number] | null {
  const { rig, rest, arm } = figure;
  const { leftShoulder: clavicle, leftUpperArm: upper, leftLowerArm: bend } = rig.humanoid;
  if (clavicle === undefined || upper === undefined || bend === undefined || arm === 0) return null;
  const gesture = createPuller(rig).begin(rest, 'leftHand', FEET);
  const elevation = (world: ReturnType<typeof forwardKinematics>, from: number, to: number): number => {
    const way = normalize(subtract(worldPosition(world, to), worldPosition(world, from)));
    return Math.asin(way[1]) / DEGREES + 90;
  };
  const shoulder = worldPosition(forwardKinematics(rig.skeleton, rest), upper);
  const slopes = [
    [1, 0],
    [0.15, 1],
  ].map(([out, ahead]) => {
    const points: [number, number][] = [];
    for (let angle = 20; angle <= 150; angle += 5) {
      const [s, c] = [Math.sin(angle * DEGREES), Math.cos(angle * DEGREES)];
      const target = moved(figure, shoulder, scale([s * out!, -c, s * ahead!], 0.94 * arm));
      const world = forwardKinematics(rig.skeleton, gesture.to(target, { keepsDirection: false }).pose);
      points.push([elevation(world, upper, bend), elevation(world, clavicle, upper)]);
    }
    const used = points.filter(([x]) => x >= 30 && x <= 140);
    const mean = (k: 0 | 1): number => used.reduce((sum, each) => sum + each[k], 0) / used.length;
    const [mx, my] = [mean(0), mean(1)];
    return used.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / used.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  });
  return [Math.min(...slopes), Math.max(...slopes)];
}

const TRUNK: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest'];

/** The chest's handle turned by 45° to either side, 30° aside and 40° ahead, as a ring turns it. */
function spine(figure: Figure): readonly [number, number] {
  const { rig, rest, forward } = figure;
  const chest = handlesOf(rig).find(({ name }) => name === 'chest');
  if (!chest) return [1, 0];
  const world = forwardKinematics(rig.skeleton, rest);
  const left = figure.left;
  let [least, most] = [1, 0];
  for (const [axis, angle] of [
    [UP, 45],
    [UP, -45],
    [forward, 30],
    [forward, -30],
    [left, 40],
  ] as const) {
    const before = worldRotation(world, chest.joint);
    const wanted = multiply(fromAxisAngle(axis, angle * DEGREES), before);
    const pose = turnChest(figure, chest.joint, wanted);
    const after = forwardKinematics(rig.skeleton, pose);
    const way = toRotationVector(multiply(worldRotation(after, chest.joint), conjugate(before)));
    least = Math.min(least, dot(way, axis) / (angle * DEGREES));
    const turns = TRUNK.flatMap((bone) => rig.humanoid[bone] ?? []).map((joint) =>
      angleBetween(rotationOf(rest, joint), rotationOf(pose, joint)),
    );
    const all = turns.reduce((sum, each) => sum + each, 0);
    if (turns.length > 1) most = Math.max(most, Math.max(...turns) / Math.max(all, 1e-9));
  }
  return [least, most];
}

function turnChest({ rig, rest }: Figure, joint: number, wanted: ReturnType<typeof worldRotation>): Pose {
  const world = forwardKinematics(rig.skeleton, rest);
  const own = rotationOf(rest, joint);
  const resting = multiply(worldRotation(world, joint), conjugate(own));
  const rotation = multiply(conjugate(resting), wanted);
  return createJointTurner(rig, rest, joint, FEET, DEFAULT_SOLVER_SETTINGS).to(rotation);
}

/** From a crouch with one knee ahead, the rear foot is drawn back along the floor, which stops the body. */
function rise(figure: Figure): number {
  const { rig, rest, leg } = figure;
  const ground = forwardKinematics(rig.skeleton, rest);
  const puller = createPuller(rig);
  const hips = rig.humanoid.hips!;
  const low = puller.begin(rest, 'hips', FEET).to(moved(figure, placeOf(figure, ground, 'hips'), [0, -0.45 * leg, 0])).pose;
  const before = forwardKinematics(rig.skeleton, low);
  const foot = placeOf(figure, before, 'rightFoot');
  const gesture = puller.begin(low, 'rightFoot', { leftFoot: FEET.leftFoot! });
  let most = 0;
  for (const share of [0.1, 0.2, 0.3, 0.4]) {
    const { pose } = gesture.to(moved(figure, foot, [0, 0, -share * leg]), { floorStops: true });
    most = Math.max(most, (worldPosition(forwardKinematics(rig.skeleton, pose), hips)[1] - worldPosition(before, hips)[1]) / leg);
  }
  return most;
}

/** The hand goes to the floor beside a foot while the floor stops the body. */
function deepest(figure: Figure): number {
  const { rig, rest, leg, size } = figure;
  if (!figure.handles.includes('rightHand')) return 0;
  const ground = forwardKinematics(rig.skeleton, rest);
  const [x, , z] = moved(figure, placeOf(figure, ground, 'rightFoot'), [-0.15 * leg, 0, 0.35 * leg]);
  let deep = -Infinity;
  for (const above of [0.12, 0.06, 0]) {
    const { pose } = createPuller(rig)
      .begin(rest, 'rightHand', FEET)
      .to([x, rig.report.floor + above * leg, z], { floorStops: true });
    const world = forwardKinematics(rig.skeleton, pose);
    for (const { name, joint, offset } of handlesOf(rig))
      if (isFingerHandle(name) && name.startsWith('right'))
        deep = Math.max(deep, (1000 * (rig.report.floor - pointOf(world, joint, offset)[1])) / size);
    deep = Math.max(deep, (1000 * (rig.report.floor - placeOf(figure, world, 'rightHand')[1])) / size);
  }
  return deep;
}
