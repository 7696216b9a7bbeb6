import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './studio.ts';

test('has no accessibility problem that axe can find, in the window and in its dialogs', async ({ studio }) => {
  const problems = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page: studio.page }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  expect(await problems()).toEqual([]);
  for (const command of ['help.palette', 'help.shortcuts', 'file.exportPose', 'file.importReport']) {
    await studio.run(command);
    await expect(studio.page.getByRole('dialog')).toBeVisible();
    expect(await problems()).toEqual([]);
    await studio.page.keyboard.press('Escape');
    await expect(studio.page.getByRole('dialog')).toHaveCount(0);
  }
});
