import { handleKind, handlesOf, type HandleName, type Pins } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { SolverSettings } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import type { Seed } from '../../core/library/seeds.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import {
  keptPins,
  missedGoals,
  missedPoles,
  pointPoles,
  type NamedGoal,
  type NamedPole,
  type PreparedPose,
} from './pose-goals.ts';

/** What is pulled, from where and how. */
export interface PullsGiven {
  /** The same as one solve would be asked for. */
  readonly prepared: PreparedPose;
  readonly goals: readonly NamedGoal[];
  readonly poles: readonly NamedPole[];
  /** What stays, and how handles of it are pinned; default: place and direction. */
  readonly pins: readonly string[];
  readonly asPinned?: Pins;
  readonly settings: SolverSettings;
  /** Saved poses to start from where the present pose does not lead to the goals, best first. */
  readonly seeds: (goals: readonly Goal[], present: Pose) => readonly Seed[];
  readonly floorStops?: boolean;
}

/** What came of it. */
export interface PulledToGoals {
  readonly pose: Pose;
  /** The further start that led there, as {@link startInWords} says it: of several pulls the last that had one. Null where none had. */
  readonly start: string | null;
  /** Of all pulls together. */
  readonly iterations: number;
  /** Whether all that was asked for is there, and all that is pinned stayed. */
  readonly isThere: boolean;
  /** Whether another pose does better: it keeps pins that this one loses, or reaches what this one does not. */
  readonly isBetter: (other: Pose) => boolean;
}

const FIRM = { translation: true, rotation: true, weight: 1 };

/**
 * The pose that brings handles to their goals as by hand: one after another, each with those before it held, and elbows and knees pointed at last. Elbows, knees and
 * bones that are asked to be somewhere stay where that takes them.
 */
export function pullToGoals(rig: Rig, given: PullsGiven): PulledToGoals {
  const { prepared, goals, poles, settings, seeds, asPinned = {}, floorStops = false } = given;
  const handles = handlesOf(rig).filter(({ kind }) => kind !== 'pole');
  const isPulled = (name: string): name is HandleName => handles.some((handle) => handle.name === name);
  const puller = createPuller(rig);
  let pins: Pins = Object.fromEntries(given.pins.filter(isPulled).map((name) => [name, asPinned[name] ?? FIRM]));
  let pose = prepared.request.start;
  let start: string | null = null;
  let iterations = 0;
  for (const { name, target } of goals) {
    if (!isPulled(name)) continue;
    let offered: readonly Seed[] = [];
    const posesOf = (asked: readonly Goal[], present: Pose) => (offered = seeds(asked, present)).map((seed) => seed.pose);
    const pulled = puller.begin(pose, name, pins, settings, posesOf).to(target, { floorStops });
    start = startInWords(pulled, offered) ?? start;
    pose = pulled.pose.slice();
    iterations += pulled.iterations;
    if (handleKind(name) === 'position') pins = { ...pins, [name]: { ...FIRM, rotation: false } };
  }
  pose = pointPoles(rig, prepared, poles, pose);
  const missOf = (of: Pose) => [...missedGoals(rig, prepared, of, settings.tolerance), ...missedPoles(rig, poles, of)];
  const isReached = (of: Pose): boolean => missOf(of).every(({ reached }) => reached);
  const isKept = (of: Pose): boolean => keptPins(rig, prepared, of).every(({ kept }) => kept);
  // What a pull brings as near as a body goes, a solve brings nearer in ways that no body goes: it is for what no pull can do.
  const left = (of: Pose): number =>
    missedGoals(rig, prepared, of, settings.tolerance).reduce(
      (sum, { name, distance }) => sum + (isPulled(name) ? 0 : distance),
      0,
    );
  const keeps = isKept(pose);
  return {
    pose,
    start,
    iterations,
    isThere: keeps && isReached(pose),
    isBetter: (other) => !keeps || (isKept(other) && (isReached(other) || left(other) < left(pose))),
  };
}

/** Which further start led to an outcome: a pose of the library by its name, or a random one; null where the pose that came in did. */
export function startInWords({ start: { kind, index } }: Outcome, seeds: readonly Seed[]): string | null {
  if (kind === 'seed') return `pose "${seeds[index]!.name}"`;
  return kind === 'random' ? `random ${index}` : null;
}
