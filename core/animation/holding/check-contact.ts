import { GIVE_WAYS } from '../../humanoid/bodies/body-contact.ts';
import { checkHandle } from '../../humanoid/body/handles.ts';
import { checkCoordinates, checkFinite, checkUnit, isNumberFrom } from '../../math/check-numbers.ts';
import { checkOneOf, checkObject, checkText, spellOut } from '../../math/check-values.ts';
import { CONTACT_PARTS, type ContactSpan, type TouchedPlace } from '../clip.ts';

/** Throws a `RangeError` of one sentence unless it is a contact; one about its fields begins with `what`. */
export function checkContact(contact: ContactSpan, what: string): void {
  checkObject(contact, what);
  const { part, from, to, on } = contact;
  checkFinite(from, 'the start of a contact');
  checkFinite(to, 'the end of a contact');
  if (on === undefined && !CONTACT_PARTS.includes(part))
    throw new RangeError(`a contact must be of one of ${CONTACT_PARTS.join(', ')}, got ${spellOut(part)}`);
  if (!(from >= 0 && to > from))
    throw new RangeError(`a contact must end after it begins, from 0 on, got ${spellOut(from)} to ${spellOut(to)}`);
  if (on === undefined) return;
  checkHandle(contact.part);
  if (contact.fade !== undefined && !isNumberFrom(contact.fade, 0, Infinity))
    throw new RangeError(`${what}: the fade must be seconds from 0 on, got ${spellOut(contact.fade)}`);
  checkTouched(on, what);
}

function checkTouched(on: TouchedPlace, what: string): void {
  checkObject(on, `${what}: on`);
  checkObject(on.by, `${what}: what it is on`);
  for (const name of Object.values(on.by)) checkText(name, `${what}: what it is on`);
  checkCoordinates(on.position, 3, `${what}: the position`);
  checkUnit(on.rotation, 4, `${what}: the rotation`);
  if (on.point !== undefined) checkCoordinates(on.point, 3, `${what}: the point`);
  if (on.gives !== undefined) checkOneOf(on.gives, GIVE_WAYS, `${what}: gives`);
}
