import { isRecord } from '../text/json-text.ts';

/** What a primitive that is a drawn bone, and no part of a body, says of itself in its `extras`. */
export const STICK_EXTRAS = { limber: 'stick' };

/** Whether a primitive is a bone that Limber drew for want of a body. */
export function isStick({ extras }: { readonly extras?: unknown }): boolean {
  return isRecord(extras) && extras['limber'] === STICK_EXTRAS.limber;
}

/** What a file that Limber drew of a motion says of itself: how that is to be read, its first frame too, was decided before. */
export const DRAWN_EXTRAS = { limber: 'motion' };

/** Whether a glTF document is the figure that Limber drew of a motion. */
export function isDrawnMotion({ asset }: { readonly asset: Readonly<Record<string, unknown>> }): boolean {
  const extras = asset['extras'];
  return isRecord(extras) && extras['limber'] === DRAWN_EXTRAS.limber;
}

/** What a node that was a bone in a file of another format, which tells bones from other nodes, says of itself in its `extras`. */
export const BONE_EXTRAS = { limber: 'bone' };

/** Whether a node says that it was a bone. */
export function isBone(node: Readonly<Record<string, unknown>>): boolean {
  const extras = node['extras'];
  return isRecord(extras) && extras['limber'] === BONE_EXTRAS.limber;
}
