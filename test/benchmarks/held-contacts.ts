import { findContacts } from '../../core/animation/holding/find-contacts.ts';
import { holdContacts } from '../../core/animation/holding/hold-contacts.ts';
import { withContacts } from '../../core/animation/holding/contact-spans.ts';
import { travelWithFeet } from '../../core/animation/root-motion.ts';
import { simplifyClip } from '../../core/animation/simplify-clip.ts';
import type { Clip } from '../../core/animation/clip.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { farthestJoint, HELD_BAR, heldFigures } from '../helpers/held-figures.ts';
import { sharedClips } from '../helpers/shared-clips.ts';

const USAGE = `npm run bench-contacts -- [FILE]
Finds and holds the contacts of every clip of the sample data (or of the files whose names hold FILE), on its own character and on the mannequin, then keys
it anew on few frames, and prints how far contacts slide, soles sink and joints are off. Exits with 1 where a bar is broken.`;

/** How near a clip that is keyed anew has to stay: metres and radians. */
const NEAR = { distance: 0.01, angle: 0.3 };

/** The clip with what it stands on; one that walks in place is made to travel first. Null where nothing stands. */
function standing(rig: Rig, clip: Clip): Clip | null {
  const candidates = [() => clip, () => travelWithFeet(rig, clip)];
  for (const candidate of candidates) {
    const moving = candidate();
    const found = withContacts(moving, findContacts(rig, moving));
    if (found.contacts) return found;
  }
  return null;
}

function millimetres(metres: number): string {
  return (1000 * metres).toFixed(2);
}

function main(): void {
  const only = process.argv[2] ?? '';
  if (only === '--help') return console.log(USAGE);
  console.log(
    '| clip | on | contacts | slide mm a frame: before, held | under the floor mm: before, held | keys of frames | off mm | |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  let [count, flying, broken] = [0, 0, 0];
  for (const { name, onto, rig, clip } of sharedClips((file) => file.includes(only))) {
    count++;
    const found = standing(rig, clip);
    if (!found) {
      flying++;
      console.log(`| ${name} | ${onto} | 0 | | | | | |`);
      continue;
    }
    const held = holdContacts(rig, found);
    const [before, after] = [heldFigures(rig, found, clip), heldFigures(rig, found, held)];
    const simple = simplifyClip(rig, found, NEAR);
    const played = holdContacts(rig, simple.clip);
    const again = heldFigures(rig, found, played);
    const off = farthestJoint(rig, held, played);
    const isBroken = [after, again].some(({ slide, sunk }) => !(slide < HELD_BAR && sunk < HELD_BAR)) || !(off <= NEAR.distance);
    if (isBroken) broken++;
    const cells = [
      `${millimetres(before.slide)}, ${millimetres(after.slide)}`,
      `${millimetres(before.sunk)}, ${millimetres(after.sunk)}`,
      `${simple.keys} of ${Math.round(clip.duration * clip.fps) + 1}`,
      millimetres(off),
      isBroken ? `over a bar (keyed anew: ${millimetres(again.slide)}, ${millimetres(again.sunk)})` : '',
    ];
    console.log(`| ${name} | ${onto} | ${found.contacts!.length} | ${cells.join(' | ')} |`);
  }
  console.log(`\n${count} clips, ${flying} in which nothing stands, ${broken} over a bar`);
  if (broken > 0) process.exitCode = 1;
}

main();
