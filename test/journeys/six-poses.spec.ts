import { placeShape } from '../../core/humanoid/body/body-shape.ts';
import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { sizeOf, type Rig } from '../../core/humanoid/body/rig.ts';
import { contactsOf, depthsOf } from '../../core/humanoid/touching/overlaps.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../core/skeleton/forward-kinematics.ts';
import { project } from '../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../renderer/tools/geometry/orbit.ts';
import { MADE_POSES, type Gesture } from './six-poses.ts';
import { expect, onScreen, test, worstExcess, type StudioDriver } from './studio.ts';

/** Kept where a folder is named: photographs of the poses, as the handbook has them. */
const PICTURES = process.env['LIMBER_PICTURES'];
/** Metres that parts of a figure 1.75 m tall may be in each other. */
const DEEP = 5e-3;
const MOST_GESTURES = 8;

async function click({ page }: StudioDriver, handle: HandleName): Promise<void> {
  const at = await onScreen(page, handle);
  await page.mouse.click(at.x, at.y);
}

async function make(studio: StudioDriver, gesture: Gesture): Promise<void> {
  const { page } = studio;
  if ('run' in gesture) return studio.run(gesture.run);
  if ('keys' in gesture) {
    await click(studio, gesture.of);
    await page.keyboard.type(gesture.keys);
    return page.keyboard.press('Enter');
  }
  await studio.run(`view.orthographic.${gesture.from}`);
  const from = await onScreen(page, gesture.drag);
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const camera = await page.evaluate(() => window.limber!.viewport!.camera());
  const to = project(lensOf(camera, canvas.width, canvas.height), gesture.to)!;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // A drag takes keys once it has begun.
  await page.mouse.move(from.x + 4, from.y + 4);
  if (gesture.turns) await page.keyboard.press('d');
  await page.mouse.move(canvas.x + to.x, canvas.y + to.y, { steps: 4 });
  await page.mouse.up();
}

function placesOf(rig: Rig, pose: readonly number[]): Readonly<Record<HandleName, Vec3>> {
  const world = forwardKinematics(rig.skeleton, Float64Array.from(pose));
  const places = handlesOf(rig).map(({ name, joint, offset }) => [name, pointOf(world, joint, offset)] as const);
  return Object.fromEntries(places) as Record<HandleName, Vec3>;
}

/** Metres by which parts of the body are in each other deeper than at rest, at the worst. */
function deepest(rig: Rig, pose: readonly number[]): number {
  const contacts = contactsOf(rig);
  const placed = placeShape(rig.shape, forwardKinematics(rig.skeleton, Float64Array.from(pose)));
  return Math.max(...depthsOf(contacts, placed).map((depth, i) => depth - contacts.restDepths[i]!));
}

async function photograph(studio: StudioDriver, name: string, seen: string): Promise<void> {
  if (PICTURES === undefined) return;
  const { page } = studio;
  const marks = ['bones', 'handles', 'limits'];
  await studio.run('edit.deselect');
  for (const part of marks) await studio.run(`view.show.${part}`);
  await studio.run(`view.camera.${seen}`);
  await studio.run('view.frame');
  await studio.run('view.steer.out');
  await page.mouse.move(5, 5);
  const { x, y, width, height } = (await page.locator('.viewport-canvas').boundingBox())!;
  await page.screenshot({
    path: `${PICTURES}/pose-${name}.jpg`,
    type: 'jpeg',
    quality: 82,
    clip: { x: x + (width - 440) / 2, y: y + 42, width: 440, height: height - 44 },
  });
  for (const part of marks) await studio.run(`view.show.${part}`);
}

test.use({ viewport: { width: 1280, height: 800 } });

test('six poses are made from rest, each in at most eight gestures, without crossing, overlaps or broken limits @all', async ({
  studio,
}) => {
  test.slow();
  const { page } = studio;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const rig = await studio.rig();
  const switchesAtFirst = await page.evaluate(() => window.limber!.studio.getState().session);
  for (const { name, seen, switches, gestures, is } of MADE_POSES)
    await test.step(name, async () => {
      await page.evaluate(({ mirrorsLive, floorStops, bodyStops }) => {
        const { studio: store } = window.limber!;
        store.setState({ session: { ...store.getState().session, mirrorsLive, floorStops, bodyStops } });
      }, switchesAtFirst);
      await studio.run('pose.resetAll');
      await studio.run('edit.deselect');
      await studio.run('view.frame');
      for (const id of switches) await studio.run(id);
      expect(gestures.length).toBeLessThanOrEqual(MOST_GESTURES);
      for (const gesture of gestures) await make(studio, gesture);
      const { pose } = await studio.shown();
      const at = placesOf(rig, pose);
      expect([name, is(at), at]).toEqual([name, true, at]);
      expect(worstExcess(rig, pose)).toBeLessThan(1e-6);
      expect(deepest(rig, pose)).toBeLessThan(DEEP * sizeOf(rig));
      expect(at.leftKnee[0] - at.rightKnee[0]).toBeGreaterThan(0);
      await photograph(studio, name, seen);
    });
});
