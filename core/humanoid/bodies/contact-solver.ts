import { ALL_MECHANISMS } from '../../ik/search/mechanisms.ts';
import { createSolverWith, type Solver } from '../../ik/solver-with.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handlesOf, holdingPins, type Pins } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';
import { createPuller, type Puller } from '../pulling/puller.ts';
import { frameOfPlace, frameSeenFrom, type Frame } from '../../math/frame.ts';
import type { PosedActor } from '../body/actor.ts';
import { endsOf, frameOf, missOf, type BodyContact, type ContactEnd, type MeetingEnds, type Miss } from './body-contact.ts';
import { buildBody, type Reach } from './build-body.ts';
import { checkScene } from './check-bodies.ts';
import { handleAbove } from './handle-above.ts';
import { createKeepingApart } from './keep-apart.ts';
import { createMeetings } from './meetings.ts';
import type { Mobile } from './moving-body.ts';
import { separateBodies } from './separate-bodies.ts';
import { settleBody, type BuiltBody } from './settle-body.ts';

/** What is left of one contact. */
export interface ContactResidual extends Miss {
  /** Whether it holds: within 1 mm and half a degree. */
  readonly reached: boolean;
}

/** Poses in which bodies touch. */
export interface TouchingPoses {
  /** One an actor, in its own space; the very pose that was given where it does not move. */
  readonly poses: readonly Pose[];
  /** One a contact. */
  readonly residuals: readonly ContactResidual[];
  /** Whether every contact holds. */
  readonly status: 'reached' | 'short';
}

/** Solves contacts between bodies; owns the solvers and their scratch, one a rig. */
export interface ContactSolver {
  /**
   * Poses in which the contacts hold, from those of the actors. Who gives way goes along as for a pull, what is pinned stays, no joint leaves its
   * limits, and bodies that touch each other and come up to 5 cm into each other are brought apart where they can. Whoever touches nothing keeps its pose. The same input gives the same bytes, and a little other input a little other poses. Throws a
   * `RangeError` of one sentence for an actor or a contact that is none.
   */
  solve(actors: readonly PosedActor[], contacts: readonly BodyContact[]): TouchingPoses;
}

/** A contact holds within these: metres, radians. */
const HELD = { distance: 1e-3, angle: Math.PI / 360 } as const;
/** Within these nothing is to be done any more. */
const EXACT = { distance: 2.5e-4, angle: 2.5e-3 } as const;
/** Targets that are nearer than this are the same. */
const SAME = { distance: 1e-5, angle: 1e-4 } as const;
/** Times that bodies are solved one after another. Those that go to each other come nearer each time. */
const ROUNDS = 30;
/** Share of what is missed that four rounds have to gain for another one: a relaxed round may lose before it gains. */
const GAINS = 0.1;

interface Tools {
  readonly puller: Puller;
  readonly solver: Solver;
}

/** Solves contacts between the bodies of several characters: a handshake, a hand on a shoulder, a chain of hands. Its cost grows with the contacts only. */
export function createContactSolver(): ContactSolver {
  const tools = new Map<Rig, Tools>();
  const toolsOf = (rig: Rig): Tools => {
    let own = tools.get(rig);
    if (!own) {
      own = {
        puller: createPuller(rig),
        solver: createSolverWith(rig.skeleton, { ...ALL_MECHANISMS, furtherPasses: false }),
      };
      tools.set(rig, own);
    }
    return own;
  };
  return {
    solve(actors, asked) {
      checkScene(actors, asked);
      const contacts = asked.map((contact) => endsOf(actors, contact));
      return solveRounds(actors, contacts, toolsOf);
    },
  };
}

function solveRounds(
  actors: readonly PosedActor[],
  contacts: readonly MeetingEnds[],
  toolsOf: (rig: Rig) => Tools,
): TouchingPoses {
  const poses = actors.map(({ pose }) => pose);
  const asked: (readonly Reach[])[] = actors.map(() => []);
  const pins = actors.map((actor, a) => pinsBeside(actor, a, contacts));
  const order = solveOrder(actors.length, contacts);
  const at = (end: ContactEnd): Frame =>
    end.actor < 0 ? { position: end.point, rotation: end.turn } : frameOf(actors[end.actor]!, poses[end.actor]!, end);
  const meetings = createMeetings(actors, contacts, order, at);
  const missed = (): Miss[] => contacts.map(({ from, on, turns }) => missOf(at(from), at(on), turns));
  const reachesOf = (a: number): Reach[] =>
    contacts.flatMap(({ from, on, turns }, c): Reach[] => {
      const [own, other] = from.actor === a ? [from, on] : [on, from];
      const { place } = actors[a]!;
      return own.actor === a && own.gives
        ? [{ end: own, to: frameSeenFrom(meetings.of(c) ?? at(other), frameOfPlace(place)), turns }]
        : [];
    });
  const apart = createKeepingApart(actors, contacts);
  const bringApart = (): TouchingPoses => {
    if (apart.deepest(poses) > 0) {
      const mobile = actors.map((_, a) => mobileOf(a, contacts, (joint) => handleAbove(actors[a]!.rig, joint) === null));
      poses.splice(0, poses.length, ...separateBodies(actors, contacts, apart, poses, pins, mobile));
    }
    return told(poses, missed());
  };
  let misses = missed();
  if (misses.every(isHeldExactly)) return bringApart();
  const built: BuiltBody[] = [];
  for (const a of order) {
    const { rig } = actors[a]!;
    const reaches = reachesOf(a);
    poses[a] = buildBody(rig, toolsOf(rig).puller, poses[a]!, pins[a]!, reaches);
    built[a] = { pose: poses[a], reaches };
  }
  meetings.afterBuilding();
  const sizes = [Infinity, Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    for (const a of order) {
      const reaches = reachesOf(a);
      if (reaches.length === 0 || areAlike(reaches, asked[a]!)) continue;
      asked[a] = reaches;
      const { rig } = actors[a]!;
      poses[a] = settleBody(rig, toolsOf(rig).solver, poses[a]!, built[a]!, pins[a]!, reaches);
    }
    misses = missed();
    const size = sizeOf(misses);
    if (misses.every(isHeldExactly) || !(size < (1 - GAINS) * sizes[round]!)) break;
    sizes.push(size);
    meetings.afterRound();
  }
  return bringApart();
}

/** What of an actor moves for contacts: a body that is led by an arm keeps its hips. */
function mobileOf(actor: number, contacts: readonly MeetingEnds[], isInLimb: (joint: number) => boolean): Mobile {
  const giving = contacts.flatMap(({ from, on }) => [from, on].filter((end) => end.actor === actor && end.gives));
  return giving.length === 0 ? 'nothing' : giving.every(({ joint }) => isInLimb(joint)) ? 'joints' : 'all';
}

function told(poses: readonly Pose[], misses: readonly Miss[]): TouchingPoses {
  const residuals = misses.map((miss) => ({
    ...miss,
    reached: miss.distance <= HELD.distance && miss.angle <= HELD.angle,
  }));
  return { poses, residuals, status: residuals.every(({ reached }) => reached) ? 'reached' : 'short' };
}

function isHeldExactly({ distance, angle }: Miss): boolean {
  return distance <= EXACT.distance && angle <= EXACT.angle;
}

/** Whether a body was asked for the same before: then it does not come nearer by asking again. */
function areAlike(reaches: readonly Reach[], before: readonly Reach[]): boolean {
  return reaches.length === before.length && reaches.every(({ to, turns }, i) => isSame(missOf(to, before[i]!.to, turns)));
}

function isSame({ distance, angle }: Miss): boolean {
  return distance <= SAME.distance && angle <= SAME.angle;
}

/** What is missed in all, in parts of what may be missed. */
function sizeOf(misses: readonly Miss[]): number {
  return misses.reduce((sum, { distance, angle }) => sum + distance / HELD.distance + angle / HELD.angle, 0);
}

/** The pins of an actor that hold something, without those of handles that go to a contact. */
function pinsBeside({ rig, pins = {} }: PosedActor, actor: number, contacts: readonly MeetingEnds[]): Pins {
  const going = new Set(
    contacts.flatMap(({ from, on }) => [from, on].flatMap((end) => (end.actor === actor && end.gives ? [end.joint] : []))),
  );
  const handles = handlesOf(rig).filter(({ joint }) => going.has(joint));
  return Object.fromEntries(
    Object.entries(holdingPins(pins)).filter(([name]) => !handles.some((handle) => handle.name === name)),
  );
}

/** The actors in an order in which those stand already that others go to; where they go to each other, by their numbers. */
export function solveOrder(count: number, contacts: readonly MeetingEnds[]): number[] {
  const waitsFor = Array.from({ length: count }, (): number[] => []);
  for (const { from, on } of contacts) {
    if (from.gives && !on.gives && on.actor >= 0) waitsFor[from.actor]!.push(on.actor);
    if (on.gives && !from.gives) waitsFor[on.actor]!.push(from.actor);
  }
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (actor: number): void => {
    if (seen.has(actor)) return;
    seen.add(actor);
    for (const other of waitsFor[actor]!.toSorted((a, b) => a - b)) visit(other);
    order.push(actor);
  };
  for (let actor = 0; actor < count; actor++) visit(actor);
  return order;
}
