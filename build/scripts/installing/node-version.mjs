// Read by every Node, however old: nothing here is newer than modules themselves.

/** The Node versions on which npm installs every package, as in `engines` of package.json: others leave platform bindings out. */
export const NODE_RANGE = '^20.19.0 || >=22.12.0';

/**
 * Why this Node cannot install and start Limber, in one sentence, or null when it can.
 * @param {string} version without a leading `v`
 * @returns {string | null}
 */
export function refuseNode(version) {
  if (isAtLeast(version, 22, 12)) return null;
  if (isAtLeast(version, 20, 19) && !isAtLeast(version, 21, 0)) return null;
  return `Limber needs Node 20.19 or newer of version 20, or 22.12 or newer, and this is ${version}: install a newer one from https://nodejs.org and start again.`;
}

/**
 * Whether a version is `major.minor` or newer.
 * @param {string} version
 * @param {number} major
 * @param {number} minor
 * @returns {boolean}
 */
export function isAtLeast(version, major, minor) {
  const parts = version.split('.');
  const ownMajor = Number(parts[0]);
  return ownMajor > major || (ownMajor === major && Number(parts[1]) >= minor);
}
