import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('a script adds props, sizes, keys and hands them over without a leap, takes them away, and is told of what cannot be', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'prop.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const added = await limber.addProp({ shape: 'table', at: [0, 0, 1], turn: 90, size: [1, 0.7, 0.5] });
    await limber.addProp({ shape: 'cylinder', name: 'Cup', at: [0, 0.7, 1] });
    const on = await limber.carryProp({ prop: 'Cup', by: { prop: 'Table' } });
    const moved = await limber.changeProp({ prop: 'Table', name: 'Desk', at: [0, 0, 2], isGround: true });
    const taken = await limber.carryProp({ prop: 'Cup', by: { bone: 'rightHand' }, frame: 12 });
    const free = await limber.carryProp({ prop: 'Cup', by: null, frame: 24 });
    const keyed = await limber.keyProp({ prop: 'Cup', frame: 30, at: [1, 0, 1], turn: 45 });
    const removed = await limber.removeProp({ prop: 'Desk' });
    await limber.addProp({ shape: 'box', name: 'Lid', size: [0.1, 0.02, 0.1] });
    await limber.carryProp({ prop: 'Lid', by: { prop: 'Cup' } });
    return { added, on, moved, taken, free, keyed, removed };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const near = (...at: readonly number[]) => at.map((value) => expect.closeTo(value, 6));
  const hand = expect.stringMatching(/hand/i);
  expect(JSON.parse(ran.printed)).toMatchObject({
    added: { step: 'Add Table', props: [{ name: 'Table', shape: 'table', size: [1, 0.7, 0.5], at: [0, 0, 1], keys: [] }] },
    on: { props: [{}, { at: near(0, 0.7, 1), carried: [{ from: 0, by: 'Table' }] }] },
    // What stands on it goes along.
    moved: {
      props: [
        { name: 'Desk', at: near(0, 0, 2) },
        { at: near(0, 0.7, 2), carried: [{ from: 0, by: 'Desk' }] },
      ],
    },
    taken: {
      props: [
        {},
        {
          at: near(0, 0.7, 2),
          carried: [
            { from: 0, by: 'Desk' },
            { from: 12, by: hand },
          ],
        },
      ],
    },
    free: { props: [{}, { carried: [{}, {}, { from: 24, by: null }] }] },
    keyed: { props: [{}, { keys: [30] }] },
    removed: { props: [{ name: 'Cup', at: near(0, 0.7, 2), carried: [{ from: 0, by: null }, {}, {}] }] },
  });
  const written = JSON.parse(await readFile(join(folder, 'Hero', 'props', 'prop-cup.json'), 'utf8'));
  expect(written).toMatchObject({ name: 'Cup', form: { kind: 'cylinder' }, rest: { by: null } });

  const inspected = await limber('inspect', join(folder, 'Hero'));
  expect(inspected.printed).toContain('scene: hero\nprops: Cup (cylinder), Lid (box, on Cup)\n');
  const { scene } = JSON.parse((await limber('inspect', join(folder, 'Hero'), '--json')).printed);
  expect(scene.props).toEqual([
    { name: 'Cup', shape: 'cylinder', carriedBy: null },
    { name: 'Lid', shape: 'box', carriedBy: 'Cup' },
  ]);

  const refusals: readonly (readonly [call: string, sentence: string])[] = [
    [`changeProp({ prop: 'Cup', at: [0, 0, 0] })`, 'the clip moves "Cup": key it instead'],
    [`removeProp({ prop: 'Sword' })`, 'the scene has no prop "Sword": there is "Cup", "Lid"'],
    [`carryProp({ prop: 'Cup', by: { prop: 'Cup' } })`, '"Cup" cannot hang from what hangs from it'],
    [`carryProp({ prop: 'Cup', by: { bone: 'jaw' } })`, 'the character has no jaw'],
  ];
  for (const [i, [call, sentence]] of refusals.entries()) {
    const wrong = join(folder, `wrong-${i}.js`);
    await writeFile(
      wrong,
      `export default async (limber, folder) => { await limber.openProject({ path: folder + '/Hero' }); await limber.${call}; }`,
    );
    expect((await limber('run', wrong, folder)).noted).toContain(sentence);
  }
});

test('a script fills a gap over a prop that feet stand on, and stands on one @all', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  // All of the body 20 cm higher and 60 cm ahead.
  const goals = (['hips', 'leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const).map((bone) => {
    const [x, y, z] = worldPosition(rest, rig.humanoid[bone]!);
    return [bone, [x, y + 0.2, z + 0.6]];
  });
  const higher: unknown = Object.fromEntries(goals);
  const path = join(folder, 'climb.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    await limber.setKey({ frame: 0 });
    await limber.poseByGoals({ goals: ${JSON.stringify(higher)} });
    await limber.setKey({ frame: 45 });
    const before = await limber.inbetween({ from: 0, to: 45 });
    await limber.undo();
    await limber.addProp({ shape: 'box', name: 'Stage', at: [0, 0, 1.3], size: [3, 0.2, 2] });
    const besides = await limber.inbetween({ from: 0, to: 45 });
    await limber.undo();
    await limber.changeProp({ prop: 'Stage', isGround: true });
    const over = await limber.inbetween({ from: 0, to: 45 });
    const low = (await limber.describePose()).handles.hips;
    await limber.addProp({ shape: 'table', at: [2, 0, 0], size: [1, 0.7, 1] });
    const { step } = await limber.standOn({ prop: 'Table', at: [2.1, 0, 0.1] });
    const high = (await limber.describePose()).handles.hips;
    return [[before.feet, besides.feet, over.feet], step, low, high];
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const [feet, step, low, high] = JSON.parse(ran.printed) as [unknown, string, readonly number[], readonly number[]];
  expect(feet).toEqual([[], [], ['step', 'jump']]);
  expect(step).toBe('Stand on Table');
  expect(Math.hypot(high[0]! - 2.1, high[2]! - 0.1)).toBeLessThan(0.25);
  expect(high[1]! - low[1]!).toBeGreaterThan(0.45);
});
