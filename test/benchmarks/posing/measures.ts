import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { carriedAway } from './carried-direction.ts';
import { FEET, kneeGap, leversOf, moved, pinMoved, placeOf, reachOf, type Figure } from './figure.ts';
import { randomPath, way } from './paths.ts';

/** One move of a drag. */
interface Frame {
  readonly place: Vec3;
  readonly pose: Pose;
  /** Metres from the handle to its target, by forward kinematics. */
  readonly missed: number;
  readonly milliseconds: number;
}

const TRUNK = ['hips', 'chest', 'head'] as const;
const LIMBS = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const;
const DEGREES = Math.PI / 180;
/** Metres within which a handle counts as reached: what the settings ask, and rounding. */
const REACHED = DEFAULT_SOLVER_SETTINGS.tolerance + 1e-6;
/** How many times as far as the pointer a joint may go with a lever of 1, and by how much that may change from step to step. */
const FAST = 6;
const SUDDEN = 3;

/** What was measured of one rig. Each entry is of its own worst case. */
export interface PosingFigures {
  /** Least gap of the knees as a share of the feet's, hips and chest going down to 56 % of the leg. */
  readonly kneeGap: number;
  /** Most that the hips miss of a crouch to 42 % of the leg, millimetres of a figure 1.75 m tall. */
  readonly crouch: number;
  /** Degrees by which the hips turn while they are pulled from rest to below the floor, straight down and back. */
  readonly turned: number;
  /** Shares of the steps of smooth paths in which a joint is too fast, and in which its speed changes too much. */
  readonly fast: number;
  readonly sudden: number;
  /** Frames of swaying in a crouch whose knees are crossed. */
  readonly crossed: number;
  /** Degrees of one joint between poses of the same target that was reached by two ways. */
  readonly ways: number;
  /** Degrees by which hands, feet and head are turned beyond what limits demand. */
  readonly carried: number;
  /** Millimetres that a pinned foot moved. */
  readonly pins: number;
  /** Share of the targets that were reached, and how many there were. */
  readonly reached: number;
  readonly targets: number;
  /** Median milliseconds of a move, by handle. */
  readonly milliseconds: ReadonlyMap<HandleName, number>;
}

export function measurePosing(figure: Figure, seeds: number): PosingFigures {
  const steps = { count: 0, fast: 0, sudden: 0, reached: 0 };
  const milliseconds = new Map<HandleName, number>();
  let [carried, pins] = [0, 0];
  for (const name of [...TRUNK, ...LIMBS].filter((each) => figure.handles.includes(each))) {
    const times: number[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const frames = drag(figure, name, pathOf(figure, name, 100 * seed + name.length));
      const { fast, sudden } = pops(figure, name, frames);
      steps.count += frames.length;
      steps.fast += fast;
      steps.sudden += sudden;
      for (const frame of frames) {
        times.push(frame.milliseconds);
        for (const foot of ['leftFoot', 'rightFoot'] as const)
          if (foot !== name) pins = Math.max(pins, (1000 * pinMoved(figure, frame.pose, foot)) / figure.size);
        if (frame.missed > REACHED) continue;
        steps.reached++;
        if (name !== 'hips' && name !== 'chest') carried = Math.max(carried, carriedAway(figure, name, frame.pose) / DEGREES);
      }
    }
    milliseconds.set(name, times.toSorted((a, b) => a - b)[times.length >> 1]!);
  }
  return {
    kneeGap: leastKneeGap(figure),
    crouch: crouch(figure),
    turned: turnedBeyondReach(figure),
    fast: steps.fast / steps.count,
    sudden: steps.sudden / steps.count,
    crossed: crossedKnees(figure),
    ways: betweenWays(figure),
    carried,
    pins,
    reached: steps.reached / steps.count,
    targets: steps.count,
    milliseconds,
  };
}

/** A smooth path through the space that the figure's own arms and legs give a handle, for {@link drag}. */
function pathOf(figure: Figure, name: HandleName, seed: number): Vec3[] {
  const share = reachOf(figure, name) / figure.size;
  return randomPath(name, seed).map((place) => scale(place, share));
}

/** Drags a handle along `path` (left, up, forward; metres of a figure 1.75 m tall) from rest, the feet pinned. */
export function drag(figure: Figure, name: HandleName, path: readonly Vec3[]): Frame[] {
  const { rig, rest, size } = figure;
  const from = placeOf(figure, forwardKinematics(rig.skeleton, rest), name);
  const gesture = createPuller(rig).begin(rest, name, FEET, DEFAULT_SOLVER_SETTINGS);
  return path.map(([x, y, z]) => {
    const target = moved(figure, from, [size * x, size * y, size * z]);
    const start = performance.now();
    const { pose } = gesture.to(target);
    const milliseconds = performance.now() - start;
    return {
      place: target,
      pose,
      missed: distance(placeOf(figure, forwardKinematics(rig.skeleton, pose), name), target),
      milliseconds,
    };
  });
}

/** Straight lines down by a share of the leg and aside, as paths. */
function downBy(figure: Figure, share: number, lean: readonly [x: number, z: number]): Vec3[] {
  const depth = (share * figure.leg) / figure.size;
  return way([lean[0] * depth, -depth, lean[1] * depth], [0, 0, 0]);
}

function leastKneeGap(figure: Figure): number {
  let least = Infinity;
  for (const name of ['hips', 'chest'] as const) {
    if (!figure.handles.includes(name)) continue;
    for (const lean of [
      [0, 0],
      [0, -0.5],
      [0, 0.5],
      [0.3, 0],
      [-0.3, 0],
    ] as const) {
      for (const { pose, missed } of drag(figure, name, downBy(figure, 0.56, lean)))
        if (missed <= REACHED) least = Math.min(least, kneeGap(figure, pose));
    }
  }
  return least;
}

function crouch(figure: Figure): number {
  return Math.max(...drag(figure, 'hips', downBy(figure, 0.42, [0, 0])).map(({ missed }) => (1000 * missed) / figure.size));
}

function turnedBeyondReach(figure: Figure): number {
  const { rig, rest } = figure;
  const hips = rig.humanoid.hips!;
  const frames = [
    [0, 0],
    [0, -0.5],
  ].flatMap(([x, z]) => drag(figure, 'hips', downBy(figure, 1.1, [x!, z!])));
  return Math.max(...frames.map(({ pose }) => angleBetween(rotationOf(rest, hips), rotationOf(pose, hips)))) / DEGREES;
}

/** The hips go round in a circle, and from side to side, a quarter and a third of the leg below where they rest. */
function crossedKnees(figure: Figure): number {
  let crossed = 0;
  for (const share of [0.25, 0.35]) {
    const depth = (share * figure.leg) / figure.size;
    const down = way([0, -depth, 0], [0, 0, 0]);
    const round = Array.from({ length: 100 }, (_, i): Vec3 => {
      const turn = (2 * Math.PI * i) / 100;
      return [0.15 * Math.sin(turn), -depth, -0.05 + 0.1 * Math.cos(2 * turn)];
    });
    crossed += drag(figure, 'hips', [...down, ...round]).filter(({ pose }) => kneeGap(figure, pose) <= 0).length;
  }
  return crossed;
}

/** Targets reached straight, and by bows to either side: how far the poses at the end are from each other. */
function betweenWays(figure: Figure): number {
  const cases: readonly (readonly [HandleName, Vec3, Vec3])[] = [
    ['hips', [0.08, -0.25, -0.05], [0.15, -0.1, 0.1]],
    ['chest', [0.1, -0.2, 0.2], [-0.2, -0.15, 0.15]],
    ['chest', [0, -0.35, 0.1], [0.2, 0.05, 0.1]],
    ['head', [-0.1, -0.2, 0.25], [0.2, -0.15, 0.1]],
    ['leftHand', [-0.35, 0.2, 0.35], [0.1, 0.35, 0.3]],
    ['rightHand', [0.3, -0.4, 0.2], [-0.1, 0.35, 0.35]],
    ['leftFoot', [0, 0.35, 0.25], [0.3, 0.1, -0.2]],
  ];
  let most = 0;
  for (const [name, to, side] of cases) {
    if (!figure.handles.includes(name)) continue;
    const ends = [side, side.map((value) => -value) as unknown as Vec3, [0, 0, 0] as const].map((bow) =>
      drag(figure, name, way(to, bow)).at(-1)!,
    );
    if (ends.some(({ missed }) => missed > REACHED)) continue;
    for (const { pose } of ends) most = Math.max(most, farthestTurn(figure, pose, ends[2]!.pose) / DEGREES);
  }
  return most;
}

function farthestTurn({ rig: { skeleton } }: Figure, a: Pose, b: Pose): number {
  return Math.max(...skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint))));
}

/** Steps in which a joint goes faster than it may, and in which its speed becomes another all at once. */
function pops(figure: Figure, name: HandleName, frames: readonly Frame[]): { fast: number; sudden: number } {
  const { skeleton } = figure.rig;
  const levers = leversOf(figure, name);
  const worlds = frames.map(({ pose }) => forwardKinematics(skeleton, pose));
  let before: Float64Array | null = null;
  let [fast, sudden] = [0, 0];
  for (let i = 1; i < frames.length; i++) {
    const step = distance(frames[i]!.place, frames[i - 1]!.place);
    const rates = Float64Array.from(
      levers,
      (lever, j) => distance(worldPosition(worlds[i]!, j), worldPosition(worlds[i - 1]!, j)) / (step * lever),
    );
    if (rates.some((rate) => rate > FAST)) fast++;
    // Below the pointer's own speed nothing is sudden.
    const last = before;
    if (last && rates.some((rate, j) => Math.max(rate, 1) > SUDDEN * Math.max(last[j]!, 1))) sudden++;
    before = rates;
  }
  return { fast, sudden };
}
