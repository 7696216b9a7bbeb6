import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { namedRest } from '../../../core/formats/clips/named-rest.ts';
import { motionSource } from '../../../core/formats/clips/motion-source.ts';
import { parseRetargetProfile, retargetProfileText } from '../../../core/formats/clips/retarget-profile.ts';
import { showsFloor } from '../../../core/formats/clips/source-rest.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { posesAt } from '../../../core/animation/joint-paths.ts';
import { loadCharacter, type LoadedCharacter } from '../../../electron/cli/load-character.ts';
import { performOpening } from '../../../electron/services/reading-tasks.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { takeGlb } from '../../helpers/take-glb.ts';

/** Takes of one performer: frames, of which the second begins in mid-air, facing elsewhere; and 20 of them are all there is of it. */
const CUTS = [
  { first: 275, count: 120, fps: 120 },
  { first: 1513, count: 20, fps: 120 },
  { first: 2064, count: 40, fps: 120 },
];
const source = sharedData('bvh/cmu-01_01-hops.bvh');
const crouched = sharedData('bvh/rokoko-dance.bvh');

describe.skipIf(!source || !crouched)('takes of one skeleton in files that rest in their first frames', () => {
  let folder: string;
  let whole: LoadedCharacter;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'takes-'));
    whole = await loadCharacter(source!);
    write(
      'set',
      CUTS.map((cut) => cutOf(whole, cut)),
    );
    CUTS.forEach((cut, i) => write(`alone ${i}`, [cutOf(whole, cut)]));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cutOf = ({ scene, animations }: LoadedCharacter, cut: Parameters<typeof takeGlb>[2]) =>
    takeGlb(scene, animations[0]!, cut);
  const write = (into: string, files: readonly Uint8Array[]): void => {
    mkdirSync(join(folder, into), { recursive: true });
    files.forEach((bytes, i) => writeFileSync(join(folder, into, `take ${i}.glb`), bytes));
  };
  const take = (from: string, i: number): Promise<LoadedCharacter> => loadCharacter(join(folder, from, `take ${i}.glb`));
  const read = (file: LoadedCharacter) =>
    motionSource(file, file.animations[0]!, { takes: file.animations, known: file.restOfTakes(), keepsFirst: true });

  test('all rest as one of them does, whichever is opened; alone each rests by itself', async () => {
    const files = await Promise.all(CUTS.map((_, i) => take('set', i)));
    const [one, ...others] = files.map((file) => file.restOfTakes());
    expect(one!.label).toBe('as "take 0.glb" rests, a take beside it');
    for (const other of others) expect(other).toEqual(one);
    const rigs = files.map((file) => read(file).rig);
    for (const rig of rigs) expect(rig.report.height).toBeCloseTo(rigs[0]!.report.height, 9);
    const alone = await Promise.all(CUTS.map((_, i) => take(`alone ${i}`, 0)));
    expect(alone.map((file) => file.restOfTakes())).toEqual([undefined, undefined, undefined]);
    expect(new Set(alone.map((file) => read(file).rig.report.height.toFixed(3))).size).toBeGreaterThan(1);
  });

  test('come over as the whole motion does when it rests so, and the short one alone does not', async () => {
    const to = buildRig(readGlbScene(MANNEQUIN));
    const first = await take('set', 0);
    const known = namedRest(first.rig, first.scene, first.scene.nodes, 'as take 0 rests');
    const brought = (file: LoadedCharacter, rest: typeof known | undefined, range?: readonly [number, number]): Clip => {
      const animation = file.animations[0]!;
      const ranged = range ? { ...animation, start: animation.start + range[0], end: animation.start + range[1] } : animation;
      const motion = motionSource(file, ranged, { known: rest, fps: 120, keepsFirst: true });
      return retargetClip(motion.rig, motion.clip, to, { feet: false, hands: false }).clip;
    };
    const { first: begin, count, fps } = CUTS[1]!;
    const expected = brought(whole, known, [begin / fps, (begin + count - 1) / fps]);
    const short = await take('set', 1);
    expect(apart(brought(short, short.restOfTakes()), expected)).toBeLessThan(0.1);
    expect(apart(brought(await take('alone 1', 0), undefined), expected)).toBeGreaterThan(10);

    function apart(a: Clip, b: Clip): number {
      const times = Array.from({ length: 10 }, (_, i) => i / 60);
      const [one, other] = [posesAt(to.skeleton, a, times), posesAt(to.skeleton, b, times)];
      const joints = (['leftUpperLeg', 'leftLowerLeg', 'rightUpperArm', 'rightLowerArm', 'hips'] as const).map(
        (bone) => to.humanoid[bone]!,
      );
      return Math.max(
        ...one.flatMap((pose, i) => joints.map((j) => toDegrees(angleBetween(rotationOf(pose, j), rotationOf(other[i]!, j))))),
      );
    }
  });

  test('in which nobody stands rest in the T-pose of one of them, which shows no floor @all', async () => {
    const dance = await loadCharacter(crouched!);
    write(
      'crouched',
      [100, 350, 550].map((first) => cutOf(dance, { first, count: 30, fps: 100 })),
    );
    const rests = await Promise.all([0, 1, 2].map(async (i) => read(await take('crouched', i))));
    for (const { rest, rig } of rests) {
      expect(rest.label).toMatch(/^a T-pose made of its rest in "take \d.glb"$/);
      expect(showsFloor(rest)).toBe(false);
      expect([...rig.skeleton.rest]).toEqual([...rests[0]!.rig.skeleton.rest]);
    }
  });

  test('are not asked where all files rest alike and stand, and others are no takes', async () => {
    const standing = cutOf(whole, CUTS[0]!);
    write('alike', [standing, standing]);
    expect((await take('alike', 0)).restOfTakes()).toBeUndefined();
    const renamed = cutOf(whole, { ...CUTS[1]!, rename: (name) => `other ${name}` });
    const longer = takeGlb(
      { ...whole.scene, nodes: whole.scene.nodes.map((node) => ({ ...node, translation: scaled(node.translation) })) },
      { ...whole.animations[0]!, channels: whole.animations[0]!.channels.filter(({ path }) => path === 'rotation') },
      CUTS[1]!,
    );
    write('others', [cutOf(whole, CUTS[1]!), renamed, longer, new Uint8Array([1, 2, 3])]);
    expect((await take('others', 0)).restOfTakes()).toBeUndefined();

    function scaled([x, y, z]: readonly [number, number, number]): [number, number, number] {
      return [1.2 * x, 1.2 * y, 1.2 * z];
    }
  });

  test('tell the studio too, and a profile remembers it for that skeleton alone', async () => {
    const path = join(folder, 'set', 'take 1.glb');
    const { restOfTakes } = performOpening({ kind: 'openFile', path });
    expect(restOfTakes).toEqual((await take('set', 1)).restOfTakes());
    const text = retargetProfileText({ source: { rest: restOfTakes! } });
    const { source: kept } = parseRetargetProfile(new TextEncoder().encode(text), 'profile.json');
    const alone = await take('alone 1', 0);
    const remembered = motionSource(alone, alone.animations[0]!, { rest: kept!.rest });
    expect(remembered.rest.label).toBe(restOfTakes!.label);
    expect(remembered.skeletonRest).toEqual(restOfTakes);
    const dance = await loadCharacter(crouched!);
    const other = motionSource(dance, dance.animations[0]!, { rest: kept!.rest });
    expect(other.rest).toEqual(motionSource(dance, dance.animations[0]!).rest);
  });
});
