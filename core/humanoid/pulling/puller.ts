import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { checkFunction, checkOneOf, spellOut } from '../../math/check-values.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import type { Outcome } from '../../ik/request/outcome.ts';
import { createTrace, type Trace } from '../../ik/request/trace.ts';
import { ALL_MECHANISMS } from '../../ik/search/mechanisms.ts';
import { createSolverWith } from '../../ik/solver-with.ts';
import { isSamePlace } from '../../math/place.ts';
import type { Quat } from '../../math/quat.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import { pointOf, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { checkPose, rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import type { PosedActor } from '../body/actor.ts';
import { holdingPins, type Handle, type HandleName, type Pins } from '../body/handles.ts';
import { limbOf } from '../body/limbs.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { isReached } from './request/attempt.ts';
import { checkActors, checkAlong, checkPull, checkSolids } from './request/check-pull.ts';
import { checkRig } from '../body/check-rig.ts';
import { allFollow, FOLLOWERS, rigOfFollowers, type Followers } from './request/followers.ts';
import { touchingOf, type Solid, type Surroundings, type Touching } from '../touching/touching.ts';
import { checkTarget, DEFAULT_SOLVER_SETTINGS, type SolverSettings } from './request/pull-goals.ts';
import { measuredPull } from './measured-pull.ts';
import type { Grab, PriorSource, PullMove, SeedSource, Along } from './request/pull-move.ts';
import { solvePull } from './solve-pull.ts';

/** One pull, from grab to release: pins stay where the snapshot has them, however often the target moves. */
export interface Pull<Names = AnyNames> {
  /**
   * Solves for the pulled handle at `target` (world, metres). The same target within reach gives the same pose, whatever way led
   * there.
   */
  to(target: Vec3, how?: PullOptions): Outcome<Names>;
  /** The last move as it was asked, for `Puller.trace`; null before the first one. */
  last(): PullMove | null;
}

/** How the body goes along with one move. */
export interface PullOptions {
  /**
   * Whether a hand, a foot or the head keeps its world rotation as far as limits and a bend that never leaps allow, or follows its limb. Either way a hand that is stopped comes to lie.
   * Default true.
   */
  readonly keepsDirection?: boolean;
  /** World rotation that a hand, a foot or the head takes instead, also where it is stopped, as far as limits allow: a unit quaternion. Default none. */
  readonly rotation?: Quat | null;
  /** Whether the floor, where the character stands at rest, stops soles, hands, knees, elbows, hips and head. Default false. */
  readonly floorStops?: boolean;
  /** Whether limbs stop at the trunk, the head and each other, by the rig's shape. Default false. */
  readonly bodyStops?: boolean;
  /**
   * The other characters of a scene, their places as seen from this one: with `bodyStops` they stop it too, by their shapes, and stay as they are.
   * Default: none.
   */
  readonly beside?: readonly PosedActor[];
  /** Props and ground where they stand, as seen from this character: with `bodyStops` they stop it too. Default: none. */
  readonly solids?: readonly Solid[];
  /**
   * Where the body is seen from while a hand or a foot is pulled over its picture, world metres: with `bodyStops` it then slides on what is seen of the
   * body. Default null: it stops at what is in its way.
   */
  readonly eye?: Vec3 | null;
  /** Other handles that go to these places (world, metres) in the same move: both hands at once, say. They are not kept by their pins. Default none. */
  readonly along?: Along;
  /** Who may follow. Default: the whole body. */
  readonly followers?: Followers;
}

const PULL_FIELDS: FieldsOf<PullOptions> = {
  keepsDirection: true,
  rotation: true,
  floorStops: true,
  bodyStops: true,
  beside: true,
  solids: true,
  eye: true,
  along: true,
  followers: true,
};

/** One move of a pull with all that the solver did for it. */
export interface TracedMove {
  readonly move: PullMove;
  /** The pose that the recorded steps start from. */
  readonly start: Pose;
  readonly trace: Trace;
  readonly outcome: Outcome;
}

/** What of a pull is solved again: the solve whose pose was shown, or one that goes all the way from the grab. */
export type Retraced = 'lastMove' | 'fromGrab';

/** Pulls the handles of one rig; owns the solver and its scratch. */
export interface Puller<Names = AnyNames> {
  /**
   * Begins to pull one handle away from the pose `snapshot`. Handles that are pinned stay; `settings` say who follows and how exactly, and `seeds` have
   * poses to start from where the grabbed one does not lead to the target; with a `prior` the whole body follows as it says, as far as goals and limits
   * let it. Throws a `RangeError` of one sentence when the pose is none of the
   * rig, the rig has no such handle, or pins or settings cannot be used.
   */
  begin(
    snapshot: Pose<Names>,
    handle: HandleName,
    pins?: Pins,
    settings?: Partial<SolverSettings>,
    seeds?: SeedSource,
    prior?: PriorSource,
  ): Pull<Names>;
  /**
   * Solves a move once more and records the solve. The last move in its own order gives the same bytes; one in another order, say, gives others.
   * Throws a `RangeError` of one sentence when it is no move of a pull.
   */
  trace(move: PullMove, from: Retraced): TracedMove;
}

/** Nothing about who is pulled. */
const ALONE: Surroundings = { beside: [], solids: [] };

/** Whether the same characters and solids stand in the same way in both. */
function areAlike(some: Surroundings, others: Surroundings): boolean {
  const areEven = some.beside.length === others.beside.length && some.solids.length === others.solids.length;
  return (
    areEven &&
    some.beside.every(({ rig, pose, place }, i) => {
      const other = others.beside[i]!;
      return rig === other.rig && pose === other.pose && isSamePlace(place, other.place);
    }) &&
    some.solids.every(({ surface, position, rotation }, i) => {
      const other = others.solids[i]!;
      const frame = [...other.position, ...other.rotation];
      return surface === other.surface && [...position, ...rotation].every((value, k) => value === frame[k]);
    })
  );
}

/** Metres about a place that was searched in vain, for a figure 1.75 m tall. */
const SEARCHED = 0.1;

/**
 * What pulls hands, feet, hips, chest and head of a character, as the studio does: the limb follows alone while it can reach, an arm with its clavicle, then the trunk leans, the
 * hips come last; pinned hands and feet stay. Throws a `RangeError` of one sentence when it is no rig.
 */
export function createPuller<Names>(rig: Rig<Names>): Puller<Names> {
  checkRig(rig);
  const solver = createSolverWith(rig.skeleton, { ...ALL_MECHANISMS, furtherPasses: false });
  return {
    begin(snapshot, handle, given = {}, wanted = {}, seeds, prior) {
      checkPose(rig.skeleton, snapshot, 'the pose to pull from');
      checkPull(rig, handle, given, wanted);
      if (seeds !== undefined) checkFunction(seeds, 'the seeds');
      if (prior !== undefined) checkFunction(prior, 'the prior');
      const pins = holdingPins(given);
      const settings: SolverSettings = { ...DEFAULT_SOLVER_SETTINGS, ...wanted };
      const grabs = new Map<string, Grab>();
      let known: (Surroundings & { readonly touching: Touching }) | null = null;
      const touchingAmong = (about: Surroundings) => (): Touching => {
        if (!known || !areAlike(known, about)) known = { ...about, touching: touchingOf(rig, snapshot, about) };
        return known.touching;
      };
      const grabFor = (followers: Followers, along: Along): Grab => {
        const others = Object.keys(along) as HandleName[];
        const key = [followers, ...others].join(' ');
        let grab = grabs.get(key);
        if (!grab) {
          const asked: Grab = {
            rig,
            limb: limbOf(rig, handle),
            handle,
            pins,
            settings,
            snapshot,
            seeds,
            prior,
            touching: touchingAmong(ALONE),
          };
          grab = [handle, ...others].some((each) => allFollow(each, followers))
            ? asked
            : {
                ...asked,
                rig: rigOfFollowers(rig, [handle, ...others], pins, followers),
                settings: { ...settings, rootStiffness: 1 },
              };
          grabs.set(key, grab);
        }
        return grab;
      };
      let last: PullMove | null = null;
      let missed: Vec3 | null = null;
      return {
        to(target, how = {}) {
          checkFieldsOf(how, PULL_FIELDS, 'the options of a move');
          checkTarget(handle, target);
          const { keepsDirection = true, rotation = null, followers = 'wholeBody' } = how;
          const {
            floorStops = false,
            bodyStops = false,
            beside = ALONE.beside,
            solids = ALONE.solids,
            eye = null,
            along = {},
          } = how;
          if (rotation !== null) checkUnit(rotation, 4, 'the rotation');
          if (eye !== null) checkCoordinates(eye, 3, 'the eye');
          checkActors(beside, 'beside');
          checkSolids(solids);
          checkOneOf(followers, FOLLOWERS, 'the followers');
          checkAlong(rig, handle, along);
          const present = grabFor(followers, along);
          // Out of reach, a target has to go some way before looking for other poses is worth it again.
          const searches = last?.rig !== present.rig || missed === null || distance(missed, target) > SEARCHED * sizeOf(rig);
          last = {
            ...present,
            order: settings.order,
            target,
            keepsDirection,
            rotation,
            floorStops,
            bodyStops,
            touching: touchingAmong({ beside, solids }),
            eye,
            mirror: null,
            along,
            searches,
          };
          const found = solvePull(solver, last);
          if (isReached(found)) missed = null;
          else if (searches) missed = target;
          return measuredPull(last, found).outcome;
        },
        last: () => last,
      };
    },
    trace(move, from) {
      checkMove(move, from);
      const { start: shownFrom, goals, options, outcome: shown } = measuredPull(move, solvePull(solver, move));
      const start = from === 'fromGrab' ? move.snapshot : shownFrom;
      const trace = createTrace();
      const again = solver.solve(start, goals, { ...options, trace });
      const outcome = from === 'fromGrab' ? again : shown;
      // What was laid flat after the solve.
      for (let joint = 0; joint < rig.skeleton.count; joint++) {
        const [before, after] = [rotationOf(again.pose, joint), rotationOf(outcome.pose, joint)];
        if (before.some((value, k) => value !== after[k]))
          trace.steps.push({
            joint,
            index: 3 + 4 * joint,
            before,
            after,
            limited: false,
            iteration: again.iterations,
            phase: 'result',
          });
      }
      return { move, start, trace, outcome };
    },
  };
}

function checkMove(move: PullMove, from: Retraced): void {
  if (typeof (move as PullMove | null | undefined)?.touching !== 'function')
    throw new RangeError(`the move must be one that \`last\` of a pull returned, got ${spellOut(move)}`);
  checkOneOf(from, ['lastMove', 'fromGrab'], 'what is solved again');
}

/** Where a handle is in `pose`, world metres. */
export function handlePosition(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}
