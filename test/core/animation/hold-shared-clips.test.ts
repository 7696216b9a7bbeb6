import { expect, test } from 'vitest';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { findContacts } from '../../../core/animation/holding/find-contacts.ts';
import { holdContacts } from '../../../core/animation/holding/hold-contacts.ts';
import { simplifyClip } from '../../../core/animation/simplify-clip.ts';
import { farthestJoint, HELD_BAR, heldFigures } from '../../helpers/held-figures.ts';
import { sharedClips } from '../../helpers/shared-clips.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { few } from '../../helpers/extent.ts';

/** A sample: `npm run bench-contacts` does the same with every clip of every file. */
const FILES = [
  'cmu-91_48.fbx',
  'cmu-jumping-jacks.bvh',
  'rigify-names-mannequin.glb',
  'robot-expressive.glb',
  'three-vrm-test.vrma',
];

const standing = [...sharedClips((file) => FILES.includes(file))].flatMap(({ name, onto, rig, clip }) => {
  const found = withContacts(clip, findContacts(rig, clip));
  return found.contacts ? [{ name, onto, rig, found }] : [];
});

test.skipIf(!sharedData('fbx')).each(few(standing, 3))(
  '$name on $onto: feet stand still on the floor, keyed anew too',
  ({ rig, found }) => {
    const held = holdContacts(rig, found);
    const simple = simplifyClip(rig, found, { distance: 0.01, angle: 0.3 }).clip;
    const again = holdContacts(rig, simple);
    for (const shown of [held, again]) {
      const { slide, sunk } = heldFigures(rig, found, shown);
      expect(slide).toBeLessThan(HELD_BAR);
      expect(sunk).toBeLessThan(HELD_BAR);
    }
    expect(farthestJoint(rig, held, again)).toBeLessThanOrEqual(0.01);
  },
);
