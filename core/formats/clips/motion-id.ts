const LONGEST = 40;

/**
 * An id for the clip of a motion, from its name: lower-case letters, digits and hyphens, fit for a file name on every system
 * (none of them reserves a name that begins so).
 */
export function motionId(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  return plain === '' ? 'motion' : `motion-${plain}`;
}
