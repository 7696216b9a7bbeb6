import { checkSavedPoses } from '../check-saved-poses.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { blendPose } from '../../animation/blend.ts';
import { tracksOfBody } from '../../animation/clip.ts';
import { between, finish, type Steps } from '../../animation/steps.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { checkGoals } from '../../ik/request/check-goals.ts';
import { checkNumber } from '../../math/check-numbers.ts';
import { checkFunction } from '../../math/check-values.ts';
import { checkPose, type Pose } from '../../skeleton/pose.ts';
import type { SavedPose } from '../saved-pose.ts';
import { askBody } from './asked-body.ts';
import { learnMaps, type BodyMaps } from './body-maps.ts';
import { bodyPlanOf, type BodyPlan } from './body-plan.ts';
import { createNeighbourSearch, type Neighbours } from './neighbours.ts';
import { readPoses, type PoseTable } from './pose-table.ts';
import { createPredictor } from './predict-pose.ts';

/** Share of the time to learn that reading the poses takes. */
const READING = 0.7;

/** A saved pose that a completed one was learnt from. */
export interface PriorSource {
  readonly id: string;
  readonly name: string;
  /** Its share of the pose, 0 to 1. */
  readonly weight: number;
}

/** What a library says of a body whose ends are to be somewhere. */
export interface PriorPose {
  /**
   * The present pose, in the joints that the library knows of, on the way to how poses of the library would do it; the head and limbs whose ends are
   * asked for come as near to where they are asked for as they can. May stand outside limits: it is what a solve's `reference` takes.
   */
  readonly pose: Pose;
  /** The saved poses nearest to it, the weightiest first; their weights sum to at most 1. What is missing to 1 was learnt from all of them together. */
  readonly sources: readonly PriorSource[];
  /** 0 to 1: how near the library's poses come to the goals. */
  readonly confidence: number;
}

/** Says how a body would naturally meet goals, from the poses of a library. */
export interface PosePrior {
  /**
   * How the body stands when it meets the goals on hips, head, hands and feet (positions and orientations), chest, upper chest, elbows and knees (positions);
   * others are not heard. The hips are where `present` has them unless a goal places them. Where no goal speaks of a limb or the trunk, it follows the library
   * only as far as that comes near to the goals. Joints that are kept stay as `present` has them. `strength` 0 to 1. Null at strength 0, and when the library
   * holds no pose of the whole body, no goal asks for a place that is heard, or the rig has no head. The same input gives the same bytes, and a goal that
   * moves a little moves the pose a little. Throws a `RangeError` of one sentence for what cannot be used.
   */
  predict(goals: readonly Goal[], present: Pose, strength: number, isKept?: (joint: number) => boolean): PriorPose | null;
  /** Learns from these poses from now on. What is known of those that stay is kept. */
  setPoses(poses: readonly SavedPose[]): void;
  /**
   * Learns what is new in the poses a few milliseconds at a time, each `next` of what this returns, and says how far it is, 0 to 1: a window goes on
   * answering meanwhile. What is not learnt when `predict` is called is learnt then; what that answers does not depend on it.
   */
  learn(): Generator<number, void, undefined>;
}

/**
 * Learns from the poses of a library, seen from both sides. The first answer after a change of the library takes as long as what {@link PosePrior.learn}
 * has left to learn; the others take well under a millisecond.
 */
export function createPosePrior(rig: Rig, library: readonly SavedPose[]): PosePrior {
  checkRig(rig);
  checkSavedPoses(library, 'the library', rig.skeleton);
  const plan = bodyPlanOf(rig);
  let poses = library;
  let read: readonly SavedPose[] | null = null;
  let table: PoseTable | null = null;
  let maps: BodyMaps | null = null;
  let learning: Steps<void> | null = null;
  const search = createNeighbourSearch();
  const predictor = plan && createPredictor(rig, plan);

  function* learnFrom(wanted: readonly SavedPose[], body: BodyPlan): Steps<void> {
    const next = yield* between(0, READING, readPoses(rig, body, wanted, table));
    const learnt = next.rows > 0 ? yield* between(READING, 1, learnMaps(next)) : null;
    [table, maps, read] = [next, learnt, wanted];
  }

  /** What is left to learn; null when that is nothing. Whoever goes on with it goes on for all. */
  function left(): Steps<void> | null {
    if (!plan || read === poses) return null;
    learning ??= learnFrom(poses, plan);
    return learning;
  }

  return {
    predict(goals, present, strength, isKept = keepsNone) {
      checkGoals(rig.skeleton, goals);
      checkPose(rig.skeleton, present, 'the present pose');
      checkNumber(strength, 'the strength');
      checkFunction(isKept, 'what says which joints are kept');
      if (!plan || !predictor || !(strength > 0)) return null;
      const steps = left();
      if (steps) finish(steps);
      if (!table || !maps) return null;
      const asked = askBody(rig, plan, goals, present);
      if (!asked) return null;
      const near = search.find(table, asked);
      const full = predictor.predict(asked, maps, near, isKept);
      return {
        pose: strength >= 1 ? full : blendPose(present, full, strength, tracksOfBody(rig.skeleton)),
        sources: sourcesOf(table, near, Math.min(1, strength)),
        confidence: near.confidence,
      };
    },
    setPoses(next) {
      if (next === poses) return;
      checkSavedPoses(next, 'the poses', rig.skeleton);
      poses = next;
      learning = null;
    },
    *learn() {
      for (let steps = left(); steps; steps = left()) {
        const { done, value } = steps.next();
        if (!done) yield value;
      }
    },
  };
}

function keepsNone(): boolean {
  return false;
}

function sourcesOf({ poses }: PoseTable, { count, rows, shares, confidence }: Neighbours, strength: number): PriorSource[] {
  const weights = new Map<number, number>();
  for (let i = 0; i < count; i++)
    weights.set(rows[i]! >> 1, (weights.get(rows[i]! >> 1) ?? 0) + strength * confidence * shares[i]!);
  return [...weights]
    .map(([index, weight]) => ({ id: poses[index]!.id, name: poses[index]!.name, weight }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}
