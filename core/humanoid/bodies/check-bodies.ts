import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { checkOneOf, checkArray, checkObject, spellOut } from '../../math/check-values.ts';
import { checkFieldsOf } from '../../math/near-names.ts';
import { handlesOf } from '../body/handles.ts';
import { checkActors } from '../pulling/request/check-pull.ts';
import type { PosedActor } from '../body/actor.ts';
import { GIVE_WAYS, type BodyContact } from './body-contact.ts';

const CONTACT = { from: true, on: true, rotation: true, gives: true };
const FROM = { actor: true, handle: true, point: true };
const ON = { actor: true, joint: true, point: true };
const IN_WORLD = { position: true, rotation: true };

/** Throws a `RangeError` of one sentence unless these are actors and contacts between them. */
export function checkScene(actors: readonly PosedActor[], contacts: readonly BodyContact[]): void {
  checkActors(actors, 'the actors');
  checkArray(contacts, 'the contacts');
  for (const [c, contact] of contacts.entries()) checkContact(actors, contact, `contact ${c}`);
}

function checkContact(actors: readonly PosedActor[], contact: BodyContact, what: string): void {
  checkFieldsOf(contact, CONTACT, what);
  const { from, on, rotation, gives } = contact;
  checkFieldsOf(from, FROM, `${what}: from`);
  checkObject(on, `${what}: on`);
  checkFieldsOf(on, 'position' in on ? IN_WORLD : ON, `${what}: on`);
  checkObject(from, `${what}: from`);
  const rigOf = (actor: number, side: string): PosedActor['rig'] => {
    const found = actors[actor];
    if (found) return found.rig;
    throw new RangeError(`${what}: the actor of ${side} must be one from 0 to ${actors.length - 1}, got ${spellOut(actor)}`);
  };
  const handles = handlesOf(rigOf(from.actor, 'from'));
  const names = handles.map(({ name }) => name);
  checkOneOf(from.handle, names, `${what}: the handle`);
  if ('position' in on) {
    checkCoordinates(on.position, 3, `${what}: the position`);
    checkUnit(on.rotation, 4, `${what}: the rotation of on`);
  } else {
    const { count } = rigOf(on.actor, 'on').skeleton;
    if (!(Number.isInteger(on.joint) && on.joint >= 0 && on.joint < count))
      throw new RangeError(`${what}: the joint must be one from 0 to ${count - 1}, got ${spellOut(on.joint)}`);
    checkCoordinates(on.point, 3, `${what}: the point of on`);
  }
  if (from.point !== undefined) checkCoordinates(from.point, 3, `${what}: the point of from`);
  if (rotation !== undefined) checkUnit(rotation, 4, `${what}: the rotation`);
  checkOneOf(gives, GIVE_WAYS, `${what}: gives`);
  if (gives !== 'from' && ('position' in on || on.actor === from.actor))
    throw new RangeError(`${what}: gives must be from where the world or the own body is touched, got ${spellOut(gives)}`);
}
