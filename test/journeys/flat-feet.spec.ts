import { expect, test } from './studio.ts';

test('a foot that was posed flat is told to stand so, in the report and from the palette, and that is undone @all', async ({
  studio,
}) => {
  const { page } = studio;
  const told = async () => (await studio.project()).rig.flatFeet ?? {};
  await studio.pull('leftFoot', { x: 0, y: -40 });
  await studio.run('file.importReport');
  const report = page.getByRole('dialog', { name: /^What was found in/ });
  await report.getByRole('button', { name: 'The left foot stands flat now' }).click();
  const { leftFoot } = await told();
  expect(Math.hypot(...leftFoot!)).toBeCloseTo(1, 9);
  expect((await studio.shown()).lastLabel).toBe('Set the sole of the left foot');
  const again = report.getByRole('button', { name: 'Find its sole again' });
  await expect(again).toHaveCount(1);
  await again.click();
  expect(await told()).toEqual({});
  await expect(again).toHaveCount(0);
  await report.getByRole('button', { name: 'Start posing' }).click();

  await studio.run('help.palette');
  await page.keyboard.type('right foot stands flat');
  await page.getByRole('menuitem', { name: 'The right foot stands flat now' }).click();
  await expect.poll(async () => Object.keys(await told())).toEqual(['rightFoot']);
  expect((await told()).rightFoot![1]).toBeCloseTo(1, 6);
  await studio.run('edit.undo');
  expect(await told()).toEqual({});
  await studio.settled();
});
