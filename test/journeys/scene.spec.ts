import { sharedData } from '../helpers/shared-data.ts';
import { expect, test } from './studio.ts';

const knight = sharedData('rigs/kaykit-knight.glb');

test('A second character is dropped, posed, keyed and placed beside the first; undo, playback and files know both', async ({ studio }) => {
  test.skip(knight === null, 'shared/data is not there: no second character');
  const { page } = studio;
  await page.setViewportSize({ width: 1280, height: 800 });
  await studio.pull('leftHand', { x: 60, y: -80 });
  await studio.run('key.set');
  await studio.drop(knight!);
  await page.getByRole('button', { name: 'Add it instead' }).click();
  const list = page.getByRole('region', { name: 'Characters' });
  await expect(list).toBeVisible();
  await studio.settled();
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/h45/scene1.png' });
  await studio.pull('rightHand', { x: -40, y: -60 });
  await studio.run('key.set');
  await page.screenshot({ path: '/tmp/h45/scene2.png' });
  await list.getByRole('button', { name: 'Work on mannequin' }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/h45/scene3.png' });
  await studio.run('scene.next');
  await studio.run('view.panel.inspector');
  await page.getByRole('tab', { name: 'Character' }).click();
  await page.getByRole('spinbutton', { name: 'Turn' }).or(page.getByLabel('Turn')).first().fill('90');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/h45/scene4.png' });
  await studio.run('scene.duplicate');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/h45/scene5.png' });
  await studio.run('edit.undo');
  await studio.run('edit.undo');
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/h45/scene6.png' });
});
