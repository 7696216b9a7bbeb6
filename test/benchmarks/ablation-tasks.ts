import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { VISITING_ORDERS } from '../../core/ik/request/orders.ts';
import { ALL_MECHANISMS } from '../../core/ik/search/mechanisms.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { createSolverWith } from '../../core/ik/solver-with.ts';
import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { DEFAULT_SOLVER_SETTINGS, pullGoals } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { handlePosition } from '../../core/humanoid/pulling/puller.ts';
import { DEGREES } from '../../core/math/angles.ts';
import { seededRandom, type Random } from '../../core/math/random.ts';
import { add, normalize, scale, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { randomPose, turnsBetween } from '../helpers/ik-chains.ts';
import { humanLimb, robotLimb, wayOfTheEnd } from '../helpers/limb-ways.ts';
import { sampleRigs, type SampleRig } from '../helpers/rigs.ts';
import { goalsFor, optionsFor, packPose, skeletonOf } from './peers/limber.ts';
import { randomRotations, type Workload } from './workloads.ts';

/** Solves that follow each other, each from the pose that the last one led to. */
export interface Sequence {
  readonly start: Pose;
  /** Whether `start` is a pose on the way, so that the turns of the first solve count as well. */
  readonly isUnderWay?: boolean;
  readonly requests: readonly { readonly goals: readonly Goal[]; readonly options: SolveOptions }[];
}

/** Sequences for one skeleton or several. */
export interface AblationTask {
  readonly title: string;
  readonly sequences: readonly (Sequence & { readonly skeleton: Skeleton })[];
}

/** Sequences of each kind, and moves of one drag. */
const CASES = 60;
const MOVES = 40;

/** Ways along which hard steps are looked for, and radians that a joint turns in one. */
const WAYS = 80;
const HARD = 30 * DEGREES;
const HARD_OPTIONS: readonly SolveOptions[] = [{}, { order: 'smartBounce' }, { damping: 1.4 }];

/** W1 to W7, drags on real rigs, goals out of reach and goals that contradict each other. */
export function ablationTasks(workloads: readonly Workload[], seed: number): AblationTask[] {
  const biped = workloads.find(({ id }) => id === 'W4')!;
  const arm = workloads.find(({ id }) => id === 'W3')!;
  return [
    ...workloads.map(fromWorkload),
    { title: 'W5 with a reference', sequences: [withReference(workloads.find(({ warm }) => warm)!)] },
    { title: 'W7 moving goals of bipeds', sequences: movingBipeds(biped, seededRandom(seed + 70)) },
    { title: 'drags on rigs', sequences: sampleRigs().flatMap((rig) => drags(rig, seededRandom(seed + 80))) },
    { title: 'limbs, hard steps of 1 cm', sequences: hardSteps() },
    { title: 'arm, out of reach', sequences: outOfReach(arm, seededRandom(seed + 90)) },
    { title: 'biped, conflicting', sequences: conflicting(biped, seededRandom(seed + 100)) },
    { title: 'arm, three points within tolerance', sequences: withinTolerances(arm, seededRandom(seed + 110)) },
    { title: 'biped, smart bounce', sequences: byOrder(biped, 'smartBounce') },
    { title: 'arm, each order', sequences: VISITING_ORDERS.flatMap((order) => byOrder(arm, order).slice(0, 25)) },
  ];
}

function fromWorkload(workload: Workload): AblationTask {
  const skeleton = skeletonOf(workload.chain);
  const start = packPose(skeleton, workload.start);
  const options = { ...optionsFor(workload), restarts: 20 };
  const requests = workload.cases
    .slice(0, workload.warm ? 601 : CASES)
    .map((one) => ({ goals: goalsFor(workload, one), options }));
  const title = `${workload.id} ${workload.title}`;
  if (workload.warm) return { title, sequences: [{ skeleton, start, requests }] };
  return { title, sequences: requests.map((request) => ({ skeleton, start, requests: [request] })) };
}

function withReference(workload: Workload): AblationTask['sequences'][number] {
  const sequence = fromWorkload(workload).sequences[0]!;
  const options = { reference: sequence.start };
  return { ...sequence, requests: sequence.requests.map(({ goals }) => ({ goals, options })) };
}

/** Five effectors that go from the places of one random pose to those of another, a centimetre or two a frame. */
function movingBipeds(workload: Workload, random: Random): AblationTask['sequences'] {
  const { chain } = workload;
  const skeleton = skeletonOf(chain);
  const solver = createSolver(skeleton);
  return Array.from({ length: 10 }, () => {
    const [from, to] = [0, 1].map(() => placesOf(workload, skeleton, packPose(skeleton, randomRotations(chain, random))));
    const goalsAt = (share: number): Goal[] =>
      chain.effectors.map(({ joint, offset }, k) => ({
        kind: 'position',
        joint,
        offset,
        target: mix(from![k]!, to![k]!, share),
        tolerance: 5e-3,
      }));
    const { pose } = solver.solve(packPose(skeleton, workload.start), goalsAt(0));
    const options = { restarts: 4, maxIterations: 20 };
    return { skeleton, start: pose, requests: frames((share) => ({ goals: goalsAt(share), options })) };
  });
}

/** A hand, a foot, the head and the hips pulled there and back, the feet pinned, with the goals that the studio asks for. */
function drags({ rig }: SampleRig, random: Random): AblationTask['sequences'] {
  const rest = restPose(rig.skeleton);
  const size = rig.report.height / 1.75;
  const firm = { translation: true, rotation: true, weight: 1 };
  return (['leftHand', 'rightFoot', 'head', 'hips'] satisfies HandleName[]).map((handle) => {
    const grabbed = handlesOf(rig).find(({ name }) => name === handle)!;
    const from = handlePosition(grabbed, forwardKinematics(rig.skeleton, rest));
    const way = vector(random, (handle === 'leftHand' ? 0.6 : 0.25) * size);
    const pins = { leftFoot: firm, ...(handle === 'rightFoot' ? {} : { rightFoot: firm }) };
    const at = (share: number) => {
      const there = Math.sin(Math.PI * share);
      const target = add(from, scale(way, there));
      return pullGoals(rig, rest, { targets: { [handle]: target }, pins, settings: DEFAULT_SOLVER_SETTINGS });
    };
    return { skeleton: rig.skeleton, start: rest, requests: frames(at) };
  });
}

/**
 * Single steps of a centimetre at which descent alone turns a joint by more than 30°, found along the ways between random poses of a robot's and a
 * human arm, each from the pose that the way led to.
 */
function hardSteps(): AblationTask['sequences'] {
  const descent = { ...ALL_MECHANISMS, perturbations: false };
  return [robotLimb(), humanLimb()].flatMap((limb) =>
    HARD_OPTIONS.flatMap((options) => {
      const { skeleton } = limb;
      const solver = createSolverWith(skeleton, descent);
      const found: AblationTask['sequences'][number][] = [];
      for (let seed = 1; seed <= WAYS; seed++) {
        const random = seededRandom(seed);
        const [from, to] = [randomPose(skeleton, random), randomPose(skeleton, random)];
        let start = from;
        for (const { goal, isNear } of wayOfTheEnd(limb, from, to)) {
          const { pose } = solver.solve(start, [goal], options);
          const isHard = isNear && Math.max(...turnsBetween(skeleton, start, pose)) > HARD;
          if (isHard) found.push({ skeleton, start, isUnderWay: true, requests: [{ goals: [goal], options }] });
          start = pose;
        }
      }
      return found;
    }),
  );
}

/** Targets and directions of an arm up to twice as far away as it reaches. */
function outOfReach(workload: Workload, random: Random): AblationTask['sequences'] {
  const skeleton = skeletonOf(workload.chain);
  const start = packPose(skeleton, workload.start);
  const { joint, offset } = workload.chain.effectors[0]!;
  return Array.from({ length: CASES }, (_, i) => {
    const goals: Goal[] = [{ kind: 'position', joint, offset, target: vector(random, 1.2) }];
    if (i % 2 === 0) goals.push({ kind: 'orientation', joint, target: [0, 0, 0, 1] });
    return { skeleton, start, requests: [{ goals, options: { restarts: 4 } }] };
  });
}

/** Effectors of a biped that are asked for what they cannot have together, with priorities, weights and soft goals. */
function conflicting(workload: Workload, random: Random): AblationTask['sequences'] {
  const { chain } = workload;
  const skeleton = skeletonOf(chain);
  return Array.from({ length: CASES }, () => {
    const pose = packPose(skeleton, randomRotations(chain, random));
    const world = forwardKinematics(skeleton, pose);
    const goals = chain.effectors.flatMap(({ joint, offset }, k): Goal[] => {
      const away = vector(random, k % 2 === 0 ? 0.15 : 0.02);
      const place = pointOf(world, joint, offset);
      const target = add(place, away);
      const priority = Math.floor(2 * random());
      return [
        { kind: 'position', joint, offset, target, priority },
        { kind: 'orientation', joint, target: worldRotation(world, joint), soft: k === 0, weight: 0.5 + random() },
      ];
    });
    return { skeleton, start: packPose(skeleton, workload.start), requests: [{ goals, options: { restarts: 4 } }] };
  });
}

/** Elbow, wrist and hand at once, each nearly its tolerance away from where some pose has it. */
function withinTolerances(workload: Workload, random: Random): AblationTask['sequences'] {
  const { chain } = workload;
  const skeleton = skeletonOf(chain);
  const start = packPose(skeleton, workload.start);
  const tolerance = 0.01;
  const last = chain.effectors[0]!;
  const points = [{ joint: last.joint - 1, offset: [0, 0, 0] as const }, { joint: last.joint, offset: [0, 0, 0] as const }, last];
  return Array.from({ length: CASES }, () => {
    const world = forwardKinematics(skeleton, packPose(skeleton, randomRotations(chain, random)));
    const goals = points.map(({ joint, offset }): Goal => {
      const target = add(pointOf(world, joint, offset), scale(normalize(vector(random, 1)), 0.95 * tolerance));
      return { kind: 'position', joint, offset, target, tolerance };
    });
    return { skeleton, start, requests: [{ goals, options: { restarts: 4 } }] };
  });
}

function byOrder(workload: Workload, order: (typeof VISITING_ORDERS)[number]): AblationTask['sequences'] {
  return fromWorkload(workload).sequences.map((sequence) => ({
    ...sequence,
    requests: sequence.requests.map(({ goals, options }) => ({ goals, options: { ...options, order } })),
  }));
}

function frames<Request>(at: (share: number) => Request): Request[] {
  return Array.from({ length: MOVES }, (_, i) => at((i + 1) / MOVES));
}

function placesOf({ chain }: Workload, skeleton: Skeleton, pose: Pose): Vec3[] {
  const world = forwardKinematics(skeleton, pose);
  return chain.effectors.map(({ joint, offset }) => pointOf(world, joint, offset));
}

function mix(a: Vec3, b: Vec3, share: number): Vec3 {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}

/** Any direction, up to `size` metres long in each. */
function vector(random: Random, size: number): Vec3 {
  return [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
}
