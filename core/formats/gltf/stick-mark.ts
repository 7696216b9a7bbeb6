import { isRecord } from '../text/json-text.ts';

/** What a primitive that is a drawn bone, and no part of a body, says of itself in its `extras`. */
export const STICK_EXTRAS = { limber: 'stick' };

/** Whether a primitive is a bone that Limber drew for want of a body. */
export function isStick({ extras }: { readonly extras?: unknown }): boolean {
  return isRecord(extras) && extras['limber'] === STICK_EXTRAS.limber;
}
