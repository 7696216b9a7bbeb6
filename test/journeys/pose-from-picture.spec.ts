import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../core/skeleton/limit-state.ts';
import { normalize, subtract, dot, type Vec3 } from '../../core/math/vec3.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { expect, test, type StudioDriver } from './studio.ts';

const PICTURES = process.env['LIMBER_PICTURES'];
const LIMBS = (['left', 'right'] as const).flatMap((side): [HumanoidBone, HumanoidBone][] => [
  [`${side}UpperArm`, `${side}LowerArm`],
  [`${side}LowerArm`, `${side}Hand`],
  [`${side}UpperLeg`, `${side}LowerLeg`],
  [`${side}LowerLeg`, `${side}Foot`],
]);
/** Degrees by which limbs may be off as the picture shows them, at the median and the worst: how deep they go is a guess, which `npm run bench-pictures` measures. */
const USUAL = 14;
const WORST = 45;

test('a picture of a known pose gives that pose as a draft, and nothing leaves the machine @all', async ({ studio }) => {
  const { page } = studio;
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  const rig = await studio.rig();
  await studio.look('front');
  await studio.pull('leftHand', { x: -40, y: -90 });
  await studio.pull('rightHand', { x: 20, y: 60 });
  const wanted = Float64Array.from((await studio.shown()).pose) as Pose;
  const picture = join(studio.folder, 'raised.png');
  await takePicture(studio, picture);
  await studio.run('pose.resetAll');
  await studio.drop(picture);
  const draft = page.getByRole('button', { name: 'Pose from the reference' }).first();
  await draft.click();
  await expect.poll(async () => (await studio.shown()).lastLabel, { timeout: 120_000 }).toBe('Pose from picture');
  const found = Float64Array.from((await studio.shown()).pose) as Pose;
  const off = LIMBS.map((limb) => angleBetweenPoses(rig, limb, wanted, found)).toSorted((a, b) => a - b);
  expect(off[4], `degrees off: ${off.map((each) => each.toFixed(0)).join(', ')}`).toBeLessThan(USUAL);
  expect(off.at(-1)).toBeLessThan(WORST);
  expect(isInsideLimits(rig.skeleton, found)).toBe(true);
  await expect(page.getByText('This pose is a draft.')).toBeVisible();
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, 'pose-from-picture.png') });
  await studio.run('edit.undo');
  expect((await studio.shown()).lastLabel).toBe('Show raised.png');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((address) => !/^(?:http:\/\/127\.0\.0\.1[:/]|blob:|data:)/.test(address))).toEqual([]);
});

test('a picture without a person is refused in a sentence, and changes nothing @all', async ({ studio }) => {
  const { page } = studio;
  await studio.drop(emptyPicture(studio));
  const draft = page.getByRole('button', { name: 'Pose from the reference' }).first();
  await expect(draft).toBeVisible();
  const before = await studio.shown();
  await draft.click();
  await expect(page.getByText('No person was found in the picture: select one that shows a whole person.')).toBeVisible({
    timeout: 120_000,
  });
  expect(await studio.shown()).toEqual(before);
});

/** The viewport as a PNG, without what is drawn over the character. */
async function takePicture({ page, run }: StudioDriver, path: string): Promise<void> {
  for (const shown of ['bones', 'handles', 'gizmo', 'limits']) await run(`view.show.${shown}`);
  await page.locator('.viewport-canvas').screenshot({ path });
  for (const shown of ['bones', 'handles', 'gizmo', 'limits']) await run(`view.show.${shown}`);
}

function emptyPicture({ folder }: StudioDriver): string {
  const path = join(folder, 'nobody.png');
  writeFileSync(path, readFileSync(join(import.meta.dirname, '..', '..', 'build', 'icons', 'linux', '256x256.png')));
  return path;
}

/** Degrees between the directions of a limb's bone in two poses as the picture shows them: from the front, without depth. */
function angleBetweenPoses(rig: Rig, [from, to]: [HumanoidBone, HumanoidBone], a: Pose, b: Pose): number {
  const direction = (pose: Pose): Vec3 => {
    const world = forwardKinematics(rig.skeleton, pose);
    const [x, y] = subtract(worldPosition(world, rig.humanoid[to]!), worldPosition(world, rig.humanoid[from]!));
    return normalize([x, y, 0]);
  };
  return (Math.acos(Math.min(1, dot(direction(a), direction(b)))) * 180) / Math.PI;
}
