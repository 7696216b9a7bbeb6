import { isRecord } from '../text/json-text.ts';

/** What a node that was a bone in a file of another format, which tells bones from other nodes, says of itself in its `extras`. */
export const BONE_EXTRAS = { limber: 'bone' };

/** Whether a node says that it was a bone. */
export function isBone(node: Readonly<Record<string, unknown>>): boolean {
  const extras = node['extras'];
  return isRecord(extras) && extras['limber'] === BONE_EXTRAS.limber;
}
