import { createSolver } from '../../../core/ik/solver.ts';
import { nearestSeeds } from '../../../core/library/seeds.ts';
import { intoPlace, turnOf } from '../../../core/math/place.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { limitedJoints } from '../../../core/skeleton/limit-state.ts';
import {
  keptPins,
  missedGoals,
  missedPoles,
  pointPoles,
  preparePose,
  type NamedGoal,
  type NamedPole,
  type PoleMiss,
} from '../pose-goals.ts';
import { pullToGoals, type PullsGiven } from '../pull-to-goals.ts';
import { rounded } from './facts.ts';
import { posesFor, shownIn, type OpenDocument } from './open-document.ts';

export interface GoalsGiven {
  readonly goals: Readonly<Partial<Record<string, readonly [number, number, number]>>>;
  readonly poles?: Readonly<Partial<Record<string, readonly [number, number, number]>>>;
  readonly pins?: readonly string[];
  readonly from?: 'present' | 'rest';
  readonly floorStops?: boolean;
}

export interface PosedByGoals {
  readonly pose: Pose;
  readonly reached: boolean;
  readonly goals: { name: string; reached: boolean; millimetres: number }[];
  readonly poles: PoleMiss[];
  readonly lost: { name: string; millimetres: number; degrees: number }[];
  readonly limited: string[];
}

/** Saved poses that a solve may start from. */
const SEEDS = 3;
/** Further random starts, always the same ones. */
const RANDOM_SEED = 1;

/** What is asked for in the scene as the actor that is worked on sees it from where it stands. */
export function ownSpace<Given extends Pick<GoalsGiven, 'goals' | 'poles'>>({ project }: OpenDocument, given: Given): Given {
  const { place } = project;
  const back = conjugate(turnOf(place));
  const each = (values: GoalsGiven['goals'], into: (value: Vec3) => Vec3) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, into(value as Vec3)]));
  return {
    ...given,
    goals: each(given.goals, (at) => intoPlace(place, at)),
    ...(given.poles && { poles: each(given.poles, (way) => rotate(back, way)) }),
  };
}

/**
 * The pose that brings handles and bones to their goals: pulled as by hand, see {@link pullToGoals}, and where that does not end at all goals, one solve goes on
 * from there for all of them together.
 */
export function poseByGoals(document: OpenDocument, given: GoalsGiven): PosedByGoals {
  const { rig, project } = document;
  const start = given.from === 'rest' ? restPose(rig.skeleton) : shownIn(document);
  const wanted = Object.entries(given.goals).map(([name, target]): NamedGoal => ({ name, target: target as Vec3 }));
  const isAsked = new Set(wanted.map(({ name }) => name));
  const pins = (given.pins ?? Object.keys(project.pins)).filter((name) => !isAsked.has(name));
  const { solver: settings } = project;
  const poles = Object.entries(given.poles ?? {}).map(([name, way]): NamedPole => ({ name, direction: way as Vec3 }));
  const prepared = preparePose(rig, {
    start,
    goals: wanted,
    poles,
    pins,
    settings,
    options: { randomSeed: RANDOM_SEED },
  });
  const { moved, request } = prepared;
  const seeds: PullsGiven['seeds'] = (asked, present) => nearestSeeds(rig.skeleton, posesFor(document), asked, present, SEEDS);
  const { floorStops = false } = given;
  const pulled = pullToGoals(rig, { prepared, goals: wanted, poles, pins, asPinned: project.pins, settings, seeds, floorStops });
  let { pose } = pulled;
  // What the floor stops is meant to fall short.
  if (!pulled.isThere && !floorStops) {
    const options = { ...request.options, seeds: seeds(request.goals, start).map((seed) => seed.pose) };
    const solved = pointPoles(rig, prepared, poles, createSolver(rig.skeleton).solve(pose, request.goals, options).pose);
    if (pulled.isBetter(solved)) pose = solved;
  }
  const goalMisses = missedGoals(rig, prepared, pose, settings.tolerance);
  const poleMisses = missedPoles(rig, poles, pose);
  return {
    pose,
    reached: [...goalMisses, ...poleMisses].every(({ reached }) => reached),
    goals: goalMisses.map(({ name, reached, distance }) => ({ name, reached, millimetres: rounded(1000 * distance) })),
    poles: poleMisses,
    lost: keptPins(rig, prepared, pose).flatMap(({ name, kept, millimetres, degrees }) =>
      kept ? [] : [{ name, millimetres, degrees }],
    ),
    limited: limitedJoints(rig.skeleton, pose)
      .filter((joint) => moved.has(joint))
      .map((joint) => rig.skeleton.names[joint]!),
  };
}
