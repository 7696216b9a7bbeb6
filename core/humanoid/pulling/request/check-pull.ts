import { checkSurface } from '../../../contact/touch.ts';
import { checkCoordinates, checkFinite, checkUnit, isNumberFrom } from '../../../math/check-numbers.ts';
import { checkArray, checkObject, checkOneOf, isObject, spellOut } from '../../../math/check-values.ts';
import { checkFieldsOf, type FieldsOf } from '../../../math/near-names.ts';
import type { Place } from '../../../math/place.ts';
import { checkPose } from '../../../skeleton/pose.ts';
import type { PosedActor } from '../../body/actor.ts';
import { checkRig } from '../../body/check-rig.ts';
import { VISITING_ORDERS } from '../../../ik/request/orders.ts';
import { HUMANOID_BONES } from '../../body/bones.ts';
import { checkHandle, handlesOf, type HandleName, type Pins } from '../../body/handles.ts';
import type { Rig } from '../../body/rig.ts';
import type { Along } from './pull-move.ts';
import { checkTarget, DEFAULT_SOLVER_SETTINGS, type SolverSettings } from './pull-goals.ts';
import { MOST_SOFT_REACH } from '../../limbs/soft-reach.ts';
import type { Solid } from '../../touching/touching.ts';
import { MOST_WEIGHT } from '../../../ik/request/check-goals.ts';
import { MOST_ROUNDS } from '../../../ik/request/check-options.ts';

/** Throws a `RangeError` of one sentence unless the rig has the handle, and pins and settings can be used. */
export function checkPull(rig: Rig, handle: HandleName, pins: Pins, settings: Partial<SolverSettings>): void {
  if (!handlesOf(rig).some(({ name }) => name === handle)) {
    const names = handlesOf(rig).map(({ name }) => name);
    throw new RangeError(`this character has no handle ${spellOut(handle)}, only ${names.join(', ')}`);
  }
  checkPins(pins, 'the pins');
  checkSettings(settings);
}

/** Throws a `RangeError` of one sentence, which begins with `what` where they are no object, unless these are pins. */
export function checkPins(pins: Pins, what: string): void {
  if (Array.isArray(pins))
    throw new RangeError(`${what} must be an object, got a list: write pinned(${pins.map((pin) => spellOut(pin)).join(', ')})`);
  checkObject(pins, what);
  for (const [name, pin] of Object.entries(pins)) {
    checkHandle(name as HandleName);
    const isPin =
      isObject(pin) &&
      typeof pin.translation === 'boolean' &&
      typeof pin.rotation === 'boolean' &&
      isNumberFrom(pin.weight, 0, MOST_WEIGHT) &&
      pin.weight > 0 &&
      (pin.on === undefined || HUMANOID_BONES.includes(pin.on)) &&
      (pin.ik === undefined || isNumberFrom(pin.ik, 0, 1));
    if (!isPin)
      throw new RangeError(
        `the pin "${name}" must have translation, rotation, weight above 0, perhaps on (a bone), ik (0 to 1), got ${spellOut(pin)}`,
      );
  }
}

const ACTOR: FieldsOf<PosedActor> = { rig: true, place: true, pose: true, pins: true };
const PLACE: FieldsOf<Place> = { at: true, turn: true };
const SOLID: FieldsOf<Solid> = { surface: true, position: true, rotation: true };

/** Throws a `RangeError` of one sentence unless each is a rig with a pose, a place and perhaps pins; `what` says in it which list that is. */
export function checkActors(actors: readonly PosedActor[], what: string): void {
  checkArray(actors, what);
  for (const [a, actor] of actors.entries()) {
    const one = `${what}: actor ${a}`;
    checkFieldsOf(actor, ACTOR, one);
    checkRig(actor.rig);
    checkPose(actor.rig.skeleton, actor.pose, `${one}: the pose`);
    checkFieldsOf(actor.place, PLACE, `${one}: the place`);
    checkCoordinates(actor.place.at, 3, `${one}: at`);
    checkFinite(actor.place.turn, `${one}: turn`);
    if (actor.pins !== undefined) checkPins(actor.pins, `${one}: the pins`);
  }
}

/** Throws a `RangeError` of one sentence unless these are surfaces and where they stand. */
export function checkSolids(solids: readonly Solid[]): void {
  checkArray(solids, 'solids');
  for (const [i, solid] of solids.entries()) {
    const one = `solids: solid ${i}`;
    checkFieldsOf(solid, SOLID, one);
    checkSurface(solid.surface, `${one}: the surface`);
    checkCoordinates(solid.position, 3, `${one}: position`);
    checkUnit(solid.rotation, 4, `${one}: rotation`);
  }
}

/** Throws a `RangeError` of one sentence unless these are places of other handles of the rig that can be pulled to one. */
export function checkAlong(rig: Rig, handle: HandleName, along: Along): void {
  checkObject(along, 'what goes along');
  for (const [name, place] of Object.entries(along)) {
    checkHandle(name as HandleName);
    const isOther = name !== handle && handlesOf(rig).some((each) => each.name === name && each.kind === 'position');
    if (!isOther) throw new RangeError(`what goes along with "${handle}" must be another handle that has a place, got "${name}"`);
    checkTarget(name as HandleName, place);
  }
}

function checkSettings(settings: Partial<SolverSettings>): void {
  checkFieldsOf(settings, DEFAULT_SOLVER_SETTINGS, 'the settings of a pull');
  const { order } = settings;
  if (order !== undefined) checkOneOf(order, VISITING_ORDERS, 'the order');
  checkRange(settings, 'tolerance', Number.MIN_VALUE, Number.MAX_VALUE);
  checkRange(settings, 'maxIterations', 1, MOST_ROUNDS);
  checkRange(settings, 'restarts', 0, MOST_ROUNDS);
  checkRange(settings, 'rootStiffness', 0, 1);
  checkRange(settings, 'softReach', 0, MOST_SOFT_REACH);
  checkRange(settings, 'followLibrary', 0, 1);
  checkRange(settings, 'weight', 0, 1);
  const { gaze } = settings;
  if (gaze !== undefined && gaze !== null) checkCoordinates(gaze, 3, 'the gaze');
}

function checkRange(settings: Partial<SolverSettings>, name: keyof SolverSettings, min: number, max: number): void {
  const value = settings[name];
  if (value === undefined || isNumberFrom(value, min, max)) return;
  throw new RangeError(`${name} must be a number from ${min} to ${max}, got ${spellOut(value)}`);
}
