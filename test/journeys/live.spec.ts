import { createFrameReader, createFrameWriter } from '../../core/formats/vmc/humanoid-frames.ts';
import { createVmcListener, vmcMessages } from '../../core/formats/vmc/vmc-messages.ts';
import { fromAxisAngle } from '../../core/math/quat.ts';
import { distance, UNIT_Z } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { bundleOf, vmcProgram, type Message } from '../helpers/vmc-program.ts';
import { expect, test } from './studio.ts';

test('another program that speaks VMC gets the pose on screen, and moves the character, which is recorded', async ({
  studio,
}) => {
  const { page } = studio;
  const rig = await studio.rig();
  const program = await vmcProgram();
  const listening = await vmcProgram();
  const port = listening.port;
  listening.close();
  try {
    await page.getByRole('tab', { name: 'Character' }).click();
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Live' }) });
    const ports = section.getByLabel('Port');
    await expect(section.getByText('Off: nothing is sent.')).toBeVisible();
    await expect(section.getByText('Off: nothing is listened for.')).toBeVisible();

    // Out: what is pulled is what the other program gets.
    await ports.nth(0).fill(`${program.port}`);
    await ports.nth(0).press('Enter');
    await section.getByText('Send the pose').click();
    await expect(section.getByText(/^Sending to 127\.0\.0\.1, port \d+: \d+ a second\.$/)).toBeVisible();
    await studio.pull('leftHand', { x: 30, y: -60 });
    const shown = Float64Array.from((await studio.shown()).pose);
    const hand = rig.humanoid.leftHand!;
    const placeOf = (pose: Pose) => worldPosition(forwardKinematics(rig.skeleton, pose), hand);
    const read = createFrameReader(rig);
    await program.until((bundle) => distance(placeOf(read(heard(bundle))), placeOf(shown)) < 1e-4);

    // In: what the other program sends is on screen, and nothing of it in the document.
    await page.getByRole('tab', { name: 'Character' }).click();
    await ports.nth(1).fill(`${port}`);
    await ports.nth(1).press('Enter');
    await section.getByText('Receive motion').click();
    await expect(section.getByText(`Nothing arrives yet at 127.0.0.1, port ${port}: let the tracker send there.`)).toBeVisible();
    const past = (await studio.shown()).past;
    const write = createFrameWriter(rig);
    const raised = (angle: number): Pose => {
      const pose = restPose(rig.skeleton);
      setRotation(pose, rig.humanoid.head!, fromAxisAngle(UNIT_Z, angle));
      return pose;
    };
    const send = (pose: Pose) => program.send(port, bundleOf(...messagesOf(vmcMessages(write(pose), 0))));
    await send(raised(0.5));
    const headTurn = () =>
      page.evaluate((at) => 2 * Math.asin(Math.hypot(...window.limber!.pose!.slice(at, at + 3))), 3 + 4 * rig.humanoid.head!);
    await expect.poll(headTurn).toBeCloseTo(0.5, 4);
    expect((await studio.shown()).past).toBe(past);
    await program.send(port, Buffer.from('this is no OSC'));
    await expect(section.getByText('Dropped: 1 that are no OSC.')).toBeVisible();

    await section.getByRole('button', { name: 'Record live motion' }).click();
    await expect(section.getByRole('button', { name: 'Stop recording' })).toBeVisible();
    for (const angle of [0.1, 0.2, 0.3]) {
      await send(raised(angle));
      await expect.poll(headTurn).toBeCloseTo(angle, 4);
    }
    await page.screenshot({ path: test.info().outputPath('live.png') });
    await section.getByRole('button', { name: 'Stop recording' }).click();
    await section.getByText('Receive motion').click();
    const { lastLabel } = await studio.shown();
    expect(lastLabel).toBe('Record “Live 1”');
    await expect(section.getByText('Off: nothing is listened for.')).toBeVisible();
    await studio.run('edit.undo');
    expect((await studio.shown()).past).toBe(past);

    // An address beyond this machine is asked about, by name.
    await section.getByLabel('Address that is sent to').fill('192.0.2.7');
    await section.getByLabel('Address that is sent to').press('Enter');
    await expect(page.getByRole('alertdialog', { name: 'Send the pose to 192.0.2.7?' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  } finally {
    program.close();
  }
});

function heard(bundle: readonly Message[]) {
  const listener = createVmcListener();
  for (const [address, ...args] of bundle)
    listener.hear({ address, arguments: args.map((value) => (typeof value === 'object' ? { integer: value.int } : value)) });
  return listener.frame();
}

function messagesOf(messages: ReturnType<typeof vmcMessages>): Message[] {
  return messages.map(({ address, arguments: args }): Message => {
    return [address, ...args.map((value) => (typeof value === 'object' ? { int: value.integer } : value))];
  });
}
