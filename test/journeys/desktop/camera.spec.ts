import { expect, test } from './desktop.ts';

test('the packed program may use the camera once it was allowed, reads its pictures, and switches it off @all', async ({
  desktop,
}) => {
  // A camera whose pictures show a test pattern: nobody is in them.
  const { page } = await desktop.start('--use-fake-device-for-media-stream');
  await page.getByRole('tab', { name: 'Character' }).click();
  await page.getByText('Follow me by camera').click();
  await page.getByRole('button', { name: 'Use camera' }).click();
  const card = page.getByRole('region', { name: 'Camera' });
  await expect(card.getByText('Nobody is seen: stand so that all of you is in view.')).toBeVisible({ timeout: 120_000 });
  const tracks = () => page.evaluate(() => document.querySelector<HTMLVideoElement>('.camera-card video')!.srcObject !== null);
  expect(await tracks()).toBe(true);
  await card.getByRole('button', { name: 'Stop the camera' }).click();
  await expect(card).toBeHidden();
  // Nothing else than pictures is given.
  const denied = page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'given',
      (error: Error) => error.name,
    ),
  );
  expect(await denied).toBe('NotAllowedError');
});
