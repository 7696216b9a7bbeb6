import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { footPoints } from '../../../core/animation/holding/contact-points.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { solveInbetweens } from '../../../core/animation/in-betweens.ts';
import { frameTimes } from '../../../core/animation/joint-paths.ts';
import { setKey } from '../../../core/animation/keys.ts';
import { layerBetween, withLayers } from '../../../core/animation/layers.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { simplifyClip } from '../../../core/animation/simplify-clip.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { farthestJoint, HELD_BAR, heldFigures } from '../../helpers/held-figures.ts';
import { crouched, fiveKeyWalk } from '../../helpers/five-key-walk.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../helpers/matrix-kinematics.ts';
import { playInThree } from '../formats/oracles.ts';
import { expectBakedAsPlayed } from '../../helpers/baked-as-played.ts';

const { rig, walk, contacts } = fiveKeyWalk();
const { skeleton, humanoid } = rig;
const FOOT = { translation: true, rotation: false, weight: 1 };
const PINS = { leftFoot: FOOT, rightFoot: FOOT };

/** Down into a crouch and up again, both feet nearly at their places, then the walk, which its contacts hold. */
const crouchAndWalk = (() => {
  const start = sampleClip(skeleton, walk, 0);
  const empty: Clip = { ...walk, duration: 3, tracks: [] };
  const poses = [start, crouched(rig, start), ...[0, 1, 2, 3, 4].map((k) => sampleClip(skeleton, walk, k / 2))];
  const clip = poses.reduce((keyed, pose, k) => setKey(skeleton, keyed, k / 2, pose), empty);
  return withContacts(
    clip,
    contacts.map(({ part, from, to }) => ({ part, from: from + 1, to: to + 1 })),
  );
})();
const keeping: Clip = { ...crouchAndWalk, keepsPins: true };
/** The body carried aside, over pins and contacts. */
const layered = (() => {
  const shown = sampleClip(skeleton, playedClip(rig, keeping, PINS), 1);
  const posed = shown.slice();
  posed[0]! += 0.03;
  return withLayers(keeping, [layerBetween(skeleton, 'Lean', 1, [0.2, 1.8], shown, posed)!]);
})();

const { heel } = footPoints(rig).find(({ side }) => side === 'left')!;
const heelAt = (clip: Clip, time: number) =>
  transformPoint(matrixKinematics(skeleton, sampleClip(skeleton, clip, time))[humanoid.leftFoot!]!, heel);
const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, c) => value - b[c]!));

test('pins between other keys change nothing of what contacts hold', () => {
  const [without, both] = [crouchAndWalk, keeping].map((clip) => playedClip(rig, clip, PINS)) as [Clip, Clip];
  const { slide, sunk } = heldFigures(rig, keeping, both);
  expect(slide).toBeLessThan(HELD_BAR);
  // Ankles that bend no further would bring the tips of the toes under the floor in the crouch.
  expect(sunk).toBeLessThan(HELD_BAR);
  for (const time of frameTimes(keeping).filter((each) => each > 1.2))
    expect(apart(heelAt(both, time), heelAt(without, time))).toBeLessThan(1e-9);
  // Between the keys of the crouch the pins do something: without them the feet sway.
  expect(farthestJoint(rig, without, both)).toBeGreaterThan(1e-3);
});

test('a pin leaves its keys as they are and leads from one to the next, a contact has one place and moves a key beside it', () => {
  const pinned = solveInbetweens(rig, keeping, PINS);
  expect(pinned.held.filter(({ handle }) => handle === 'leftFoot').map(({ from, to }) => [from, to])).toEqual([
    [0, 0.5],
    [0.5, 1],
  ]);
  for (const key of [0, 0.5, 1]) {
    const [shown, own] = [pinned.clip, keeping].map((clip) => sampleClip(skeleton, clip, key));
    for (const joint of skeleton.names.keys())
      expect(angleBetween(rotationOf(shown!, joint), rotationOf(own!, joint))).toBeLessThan(1e-9);
  }
  expect(apart(heelAt(pinned.clip, 0), heelAt(pinned.clip, 0.5))).toBeGreaterThan(0.003);
  const standing = withContacts({ ...crouchAndWalk, contacts: [] }, [{ part: 'leftHeel', from: 0, to: 1 }]);
  const held = playedClip(rig, standing, {});
  expect(apart(heelAt(held, 0), heelAt(held, 0.5))).toBeLessThan(5e-4);
});

test('fewer keys show what pins and contacts held before, without the layer, which stays', () => {
  const before = playedClip(rig, keeping, PINS);
  const simple = simplifyClip(rig, layered, { distance: 0.004, angle: 0.3, pins: PINS });
  const after = playedClip(rig, { ...keeping, tracks: simple.clip.tracks }, PINS);
  expect(farthestJoint(rig, before, after)).toBeLessThanOrEqual(0.004);
  expect(simple.clip).toMatchObject({ keepsPins: true, contacts: layered.contacts, layers: layered.layers });
});

describe('a clip with pins, contacts and a layer', () => {
  const played = playedClip(rig, layered, PINS);

  test('holds what each of them holds', () => {
    expect(heldFigures(rig, layered, played).slide).toBeLessThan(HELD_BAR);
    const beneath = playedClip(rig, keeping, PINS);
    const frames = frameTimes(played).filter((time) => time < 0.99);
    for (const time of frames) expect(apart(heelAt(played, time), heelAt(beneath, time))).toBeLessThan(HELD_BAR);
    expect(farthestJoint(rig, played, beneath)).toBeGreaterThan(0.02);
  });

  test('is baked as it is played, to a millionth', () => {
    expectBakedAsPlayed(rig, played);
  });

  test('is exported as it is played: three.js shows every joint of the written file where the studio has it', async () => {
    const bytes = new Uint8Array(readFileSync(MANNEQUIN));
    const target = { bytes, scene: readCharacterScene(readGltf(bytes)), rig };
    const times = [0, 0.25, 0.5, 0.7, 1, 1.3, 1.9, 2.4, 3];
    const shown = await playInThree(writeClip(target, 'glb', played).bytes, 0, times);
    for (const [i, time] of times.entries()) {
      const worlds = matrixKinematics(skeleton, sampleClip(skeleton, played, time));
      for (const joint of skeleton.names.keys()) {
        expect(apart([...shown[i]!.get(rig.binding.nodes[joint]!)!], positionOf(worlds[joint]!))).toBeLessThan(1e-5);
      }
    }
  });
});
