import { isRecord } from '../text/json-text.ts';

/** What a primitive that is a drawn bone, and no part of a body, says of itself in its `extras`. */
export const STICK_EXTRAS = { limber: 'stick' };

/** Whether a primitive is a bone that Limber drew for want of a body. */
export function isStick(primitive: { readonly extras?: unknown }): boolean {
  return isMarked(primitive, STICK_EXTRAS);
}

/** What a file that Limber drew of a motion says of itself: how that is to be read, its first frame too, was decided before. */
export const DRAWN_EXTRAS = { limber: 'motion' };

/** Whether a glTF document is the figure that Limber drew of a motion. */
export function isDrawnMotion({ asset }: { readonly asset: Readonly<Record<string, unknown>> }): boolean {
  return isMarked(asset, DRAWN_EXTRAS);
}

/** What names Limber as the program that made a file, of a BVH or FBX file say. */
export const GENERATOR = 'Limber';

/** Whether Limber made a glTF document of a file of another format. */
export function isOwn({ asset }: { readonly asset: Readonly<Record<string, unknown>> }): boolean {
  return asset['generator'] === GENERATOR;
}

/** What a node that was a bone in a file of another format, which tells bones from other nodes, says of itself in its `extras`. */
export const BONE_EXTRAS = { limber: 'bone' };

/** What a node says of itself that was added to carry all that a file shows, in other units or upright. */
export const CARRIER_EXTRAS = { limber: 'carrier' };

/** Whether a node says that it was a bone. */
export function isBone(node: Readonly<Record<string, unknown>>): boolean {
  return isMarked(node, BONE_EXTRAS);
}

/** Whether a node says that it was added to carry all that a file shows. */
export function isCarrier(node: Readonly<Record<string, unknown>>): boolean {
  return isMarked(node, CARRIER_EXTRAS);
}

/** Where a file that was set upright keeps what it was, in the extras of its `asset`. */
export const LAY = 'limberLay';

/** What a glTF file that was set upright says of the file that it was; null for others. */
export function factsOfLying({ asset }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const extras = isRecord(asset) ? asset['extras'] : null;
  const facts = isRecord(extras) ? extras[LAY] : null;
  return isRecord(facts) ? facts : null;
}

function isMarked({ extras }: { readonly extras?: unknown }, mark: { readonly limber: string }): boolean {
  return isRecord(extras) && extras['limber'] === mark.limber;
}
