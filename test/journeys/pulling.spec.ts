import { expect, onScreen, test, worstExcess, type StudioDriver } from './studio.ts';

/** Kept where a folder is named: pictures of what the journeys do, to look at. */
const PICTURES = process.env['LIMBER_PICTURES'];

async function picture({ page }: StudioDriver, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.mouse.move(5, 400);
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** The humanoid bones that stand otherwise than at rest, by more than what is seen. */
async function turned(studio: StudioDriver): Promise<string[]> {
  const { humanoid } = await studio.rig();
  const { pose } = await studio.shown();
  return Object.entries(humanoid)
    .filter(([, joint]) => Math.abs(pose[6 + 4 * joint]!) < 1 - 1e-9)
    .map(([bone]) => bone);
}

test('says who follows a hand: by the toolbar, and by a key in the middle of the drag @all', async ({ studio }) => {
  const { page } = studio;
  await studio.look('front');
  await page.getByRole('button', { name: 'Limb only follows' }).click();
  await studio.pull('leftHand', { x: -150, y: 130 }, { release: false });
  const body = /^(spine|chest|upperChest|hips|leftUpperLeg)$/;
  expect((await turned(studio)).filter((bone) => body.test(bone))).toEqual([]);
  await expect(page.locator('.status-solve')).toContainText('short');
  await page.keyboard.press('q');
  await expect(page.getByRole('button', { name: 'Upper body follows' })).toHaveAttribute('aria-pressed', 'true');
  const upper = await turned(studio);
  expect(upper).toContain('spine');
  expect(upper.filter((bone) => /hips|Leg|Foot/.test(bone))).toEqual([]);
  await page.keyboard.press('q');
  expect(await turned(studio)).toContain('leftUpperLeg');
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Whole body follows' })).toHaveAttribute('aria-pressed', 'true');
  expect((await studio.shown()).past).toBe(1);
  await picture(studio, 'followers');
});

test('relaxes what neither a pin nor the selected hand needs, by its key and its button, and takes it back @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.look('front');
  await studio.pull('rightHand', { x: 30, y: -120 });
  await studio.pull('hips', { x: 20, y: 40 });
  await studio.pull('leftHand', { x: -60, y: 60 });
  const before = await studio.shown();
  const hand = await studio.drawn('leftHand');
  const foot = await studio.drawn('leftFoot');
  await picture(studio, 'relax-before');
  await page.keyboard.press('Shift+R');
  const after = await studio.shown();
  expect(after.lastLabel).toBe('Relax');
  await picture(studio, 'relax-after');
  const { humanoid } = await studio.rig();
  // The other arm hangs as at rest again.
  expect(Math.abs(after.pose[6 + 4 * humanoid.rightUpperArm!]!)).toBeGreaterThan(1 - 1e-6);
  expect(Math.abs(before.pose[6 + 4 * humanoid.rightUpperArm!]!)).toBeLessThan(0.999);
  for (const [was, name] of [
    [hand, 'leftHand'],
    [foot, 'leftFoot'],
  ] as const)
    expect(Math.hypot(...(await studio.drawn(name)).map((value, i) => value - was[i]!))).toBeLessThan(1e-3);
  await page.keyboard.press('Control+z');
  expect((await studio.shown()).pose).toEqual(before.pose);
  await page.getByRole('button', { name: 'Relax half of the way' }).click();
  const half = await studio.shown();
  expect(half.pose).not.toEqual(before.pose);
  expect(half.pose).not.toEqual(after.pose);
  // Where there is a key, it is what is gone back to.
  await page.keyboard.press('k');
  await studio.pull('hips', { x: 15, y: 0 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+R');
  const { pose } = await studio.shown();
  expect(Math.max(...pose.map((value, i) => Math.abs(value - half.pose[i]!)))).toBeLessThan(0.01);
});

/** What stands beside the pointer while something is dragged. */
const WORDS = 'body > div[aria-hidden="true"]';

test('moves a hand along the arrow of its gizmo, in centimetres that are shown and typed, and into depth by the wheel', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.look('front');
  const hand = await onScreen(page, 'leftHand');
  await page.mouse.click(hand.x, hand.y);
  const before = await studio.drawn('leftHand');
  await picture(studio, 'gizmo');
  // The arrow of Y stands above the handle.
  await page.mouse.move(hand.x, hand.y - 40);
  await expect(page.locator(WORDS)).toHaveText('Move along Y');
  await page.mouse.down();
  await page.mouse.move(hand.x + 30, hand.y, { steps: 6 });
  await expect(page.locator(WORDS)).toContainText(/^Y −\d+\.\d cm$/);
  await page.keyboard.type('-20');
  await expect(page.locator(WORDS)).toHaveText('Y −20▏ cm');
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/gizmo-drag.png` });
  await page.mouse.up();
  const moved = await studio.drawn('leftHand');
  expect(moved[1] - before[1]).toBeCloseTo(-0.2, 2);
  expect(Math.hypot(moved[0] - before[0], moved[2] - before[2])).toBeLessThan(2e-3);
  expect((await studio.shown()).past).toBe(1);

  await studio.pull('leftHand', { x: -1, y: -4 }, { release: false });
  await page.mouse.wheel(0, -400);
  await expect(page.locator(WORDS)).toContainText(/Z −\d\d/);
  await page.mouse.up();
  const deeper = await studio.drawn('leftHand');
  expect(deeper[2] - moved[2]).toBeLessThan(-0.1);
});

test('G moves and R turns with the pointer in the key map of Blender: axis, number, click; Esc gives it up @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('view.keys.blender');
  const foot = await onScreen(page, 'rightFoot');
  await page.mouse.click(foot.x, foot.y);
  const before = await studio.drawn('rightFoot');
  await page.mouse.move(foot.x + 40, foot.y - 60);
  await page.keyboard.press('g');
  await page.mouse.move(foot.x + 60, foot.y - 90, { steps: 4 });
  await page.keyboard.type('z20');
  await expect(page.locator(WORDS)).toHaveText('Z 20▏ cm');
  await page.mouse.click(foot.x + 60, foot.y - 90);
  const moved = await studio.drawn('rightFoot');
  expect(moved[2] - before[2]).toBeCloseTo(0.2, 2);
  expect(Math.hypot(moved[0] - before[0], moved[1] - before[1])).toBeLessThan(3e-3);
  expect((await studio.shown()).lastLabel).toBe('Pull right foot');

  // With the pointer alone, along an axis.
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await page.mouse.move(foot.x + 20, foot.y - 120, { steps: 4 });
  await expect(page.locator(WORDS)).toContainText(/^X −?\d+\.\d cm$/);
  const along = await studio.drawn('rightFoot');
  expect(Math.abs(along[0] - moved[0])).toBeGreaterThan(0.03);
  expect(Math.hypot(along[1] - moved[1], along[2] - moved[2])).toBeLessThan(3e-3);
  await page.keyboard.press('Escape');

  const { pose } = await studio.shown();
  await page.keyboard.press('r');
  await page.keyboard.type('y20');
  await expect(page.locator(WORDS)).toHaveText('Y 20▏°');
  expect((await studio.shown()).pose).not.toEqual(pose);
  await page.keyboard.press('Escape');
  expect((await studio.shown()).pose).toEqual(pose);
  await page.keyboard.press('r');
  await page.keyboard.type('y20');
  await page.keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toBe('Rotate right foot');
  expect(Math.hypot(...(await studio.drawn('rightFoot')).map((value, i) => value - moved[i]!))).toBeLessThan(2e-3);
});

test('the key map of Maya: Alt steers, W and E choose, R spreads, S keys, Ctrl+H hides @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('view.keys.maya');
  await studio.look('front');
  const session = () => page.evaluate(() => window.limber!.studio.getState().session);
  const camera = () => page.evaluate(() => window.limber!.viewport!.camera());
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const steered = async (button: 'left' | 'middle' | 'right') => {
    const before = await camera();
    await page.keyboard.down('Alt');
    await page.mouse.move(canvas.x + 60, canvas.y + 100);
    await page.mouse.down({ button });
    await page.mouse.move(canvas.x + 110, canvas.y + 120, { steps: 3 });
    await page.mouse.up({ button });
    await page.keyboard.up('Alt');
    const after = await camera();
    return (['yaw', 'target', 'distance'] as const).filter(
      (part) => JSON.stringify(after[part]) !== JSON.stringify(before[part]),
    );
  };
  expect([await steered('left'), await steered('middle'), await steered('right')]).toEqual([['yaw'], ['target'], ['distance']]);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await studio.look('front');
  const hand = await onScreen(page, 'leftHand');
  await page.mouse.click(hand.x, hand.y);
  await page.keyboard.press('e');
  expect((await session()).tool).toBe('rotate');
  await page.keyboard.press('w');
  expect((await session()).tool).toBe('pull');
  await page.keyboard.press('r');
  await page.keyboard.type('.8');
  await page.keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toBe('Spread left hand');
  await page.keyboard.press('s');
  expect((await studio.shown()).lastLabel).toMatch(/^Set key/);
  await page.keyboard.press('Control+h');
  await expect(onScreen(page, 'leftHand')).rejects.toThrow('not on screen');
  await page.keyboard.press('Control+Shift+h');
  await onScreen(page, 'leftHand');
});

test.describe('in a window of 1920 × 1080', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('closes a hand by its presets and by sliders, with the mouse and with the keyboard', async ({ studio }) => {
    const { page } = studio;
    await studio.look('front');
    const hand = await onScreen(page, 'leftHand');
    await page.mouse.click(hand.x, hand.y);
    const curled = async (bone: 'leftIndexProximal' | 'leftMiddleProximal' | 'rightIndexProximal'): Promise<number> => {
      const { humanoid } = await studio.rig();
      const { pose } = await studio.shown();
      return 2 * Math.acos(Math.min(1, Math.abs(pose[6 + 4 * humanoid[bone]!]!)));
    };
    await page.getByRole('button', { name: 'Fist', exact: true }).click();
    expect((await studio.shown()).lastLabel).toBe('Fist of left hand');
    expect(await curled('leftIndexProximal')).toBeGreaterThan(1.3);
    expect(await curled('rightIndexProximal')).toBeLessThan(1e-6);
    await picture(studio, 'fist');

    const slider = page.getByRole('slider', { name: 'Index', exact: true });
    await slider.locator('..').scrollIntoViewIfNeeded();
    const thumb = (await slider.locator('..').boundingBox())!;
    const start = { x: thumb.x + thumb.width / 2, y: thumb.y + thumb.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 300, start.y, { steps: 8 });
    expect(await curled('leftIndexProximal')).toBeLessThan(0.2);
    await page.mouse.up();
    expect((await studio.shown()).lastLabel).toBe('Fingers of left hand');
    expect(await curled('leftMiddleProximal')).toBeGreaterThan(1.3);
    await picture(studio, 'point');

    await page.getByRole('slider', { name: 'All fingers' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    expect(await curled('leftMiddleProximal')).toBeLessThan(0.2);
    expect((await studio.shown()).past).toBe(3);
    // With nothing selected a preset is for both hands.
    await page.keyboard.press('Escape');
    await studio.run('pose.hand.grip');
    expect((await studio.shown()).lastLabel).toBe('Grip of hands');
    expect(await curled('rightIndexProximal')).toBeGreaterThan(0.5);
  });
});

test.describe('in a window of 1280 × 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a squat with one hand on the floor: the floor stops the hand, where it is switched on @all', async ({ studio }) => {
    const { page } = studio;
    await studio.look('front');
    // Beside the knee first: from there the floor is within reach.
    await studio.pull('leftHand', { x: -105, y: 150 });
    await studio.look('left');
    const floor = (await studio.rig()).report.floor;
    await studio.pull('leftHand', { x: -90, y: 260 });
    expect((await studio.drawn('leftHand'))[1]).toBeLessThan(floor);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'The floor stops the body' }).click();
    await studio.pull('leftHand', { x: -90, y: 260 });
    const hand = await studio.drawn('leftHand');
    expect(hand[1]).toBeGreaterThan(floor);
    expect(hand[1]).toBeLessThan(floor + 0.06);
    await expect(page.locator('.status-solve')).toContainText('Left hand stopped by the floor');
    expect(worstExcess(await studio.rig(), (await studio.shown()).pose)).toBeLessThan(1e-6);
    await picture(studio, 'hand-on-floor');
    await page.keyboard.press('Control+z');
    expect((await studio.shown()).past).toBe(1);
  });
});

test('a hand that is pulled over the picture of the belly slides on it, where the body stops limbs @all', async ({ studio }) => {
  const { page } = studio;
  await studio.look('front');
  const [from, hips] = [await onScreen(page, 'leftHand'), await onScreen(page, 'hips')];
  const onto = { x: hips.x - from.x, y: hips.y - 45 - from.y };
  await studio.pull('leftHand', onto);
  expect((await studio.drawn('leftHand'))[2]).toBeLessThan(0.03);
  await page.keyboard.press('Control+z');
  // In a viewport of this height the last tools are in a menu.
  await page.getByRole('button', { name: 'More tools' }).click();
  const stops = page.getByRole('menuitem', { name: /^The body stops its limbs/ });
  await stops.click();
  await page.getByRole('button', { name: 'Contact shape' }).click();
  await studio.pull('leftHand', onto);
  const hand = await studio.drawn('leftHand');
  expect(hand[2]).toBeGreaterThan(0.08);
  expect(hand[2]).toBeLessThan(0.2);
  await picture(studio, 'hand-on-belly');
  const at = await onScreen(page, 'leftHand');
  expect(Math.hypot(at.x - from.x - onto.x, at.y - from.y - onto.y)).toBeLessThan(8);
  expect(worstExcess(await studio.rig(), (await studio.shown()).pose)).toBeLessThan(1e-6);
  await studio.look('left');
  await picture(studio, 'hand-on-belly-left');
  // Pinned there, it goes along with what it lies on.
  await page.getByText('Pin its place').click();
  await expect(page.getByRole('checkbox', { name: /^Go along with the (hips|spine|chest)$/ })).toBeChecked();
  const [hips0, hand0] = [await studio.drawn('hips'), await studio.drawn('leftHand')];
  await studio.pull('hips', { x: 0, y: 40 });
  const [hips1, hand1] = [await studio.drawn('hips'), await studio.drawn('leftHand')];
  expect(hips0[1] - hips1[1]).toBeGreaterThan(0.05);
  expect(Math.abs(hand0[1] - hand1[1] - (hips0[1] - hips1[1]))).toBeLessThan(0.01);
  await page.keyboard.press('Alt+b');
  await page.getByRole('button', { name: 'More tools' }).click();
  await expect(stops).toBeVisible();
  await expect(stops.getByLabel('on')).toHaveCount(0);
});

test('an arm is copied by a key, pasted onto the other side mirrored, and reset @all', async ({ studio }) => {
  const { page } = studio;
  await studio.look('front');
  const rest = await studio.drawn('rightHand');
  await studio.pull('leftHand', { x: -50, y: 60 });
  await page.keyboard.press('Shift+C');
  const right = await onScreen(page, 'rightHand');
  await page.mouse.click(right.x, right.y);
  await page.keyboard.press('Shift+V');
  expect((await studio.shown()).lastLabel).toBe('Paste right arm');
  const [x, y, z] = await studio.drawn('leftHand');
  const other = await studio.drawn('rightHand');
  const middle = await studio.drawn('chest');
  expect(Math.abs(other[0] + x - 2 * middle[0])).toBeLessThan(0.02);
  expect(Math.hypot(other[1] - y, other[2] - z)).toBeLessThan(0.02);
  await picture(studio, 'paste-limb');
  await page.keyboard.press('Shift+X');
  expect((await studio.shown()).lastLabel).toBe('Reset right arm');
  expect(Math.hypot(...(await studio.drawn('rightHand')).map((value, i) => value - rest[i]!))).toBeLessThan(0.02);
});

test('an arm in FK is rotated by rings and goes along with the hips, in IK its hand stays, and the slider blends them @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.look('front');
  await studio.pull('leftHand', { x: -60, y: 40 });
  const { pose } = await studio.shown();
  await page.keyboard.press('Shift+Q');
  const inFk = await studio.shown();
  expect(inFk.lastLabel).toBe('Left arm: FK');
  expect(inFk.pose).toEqual(pose);
  await expect(page.getByText('rotated by rings')).toBeVisible();
  await picture(studio, 'fk');
  // The arrow of Y is gone: there are rings of the joint.
  const hand = await onScreen(page, 'leftHand');
  await page.mouse.move(hand.x, hand.y - 40);
  await expect(page.locator(WORDS)).not.toHaveText('Move along Y');
  const lowered = async (): Promise<number> => {
    // Rings of the hand would lie before the hips.
    await page.keyboard.press('Escape');
    const [before, hips] = [await studio.drawn('leftHand'), await studio.drawn('hips')];
    await studio.pull('hips', { x: 0, y: 40 });
    const [after, now] = [await studio.drawn('leftHand'), await studio.drawn('hips')];
    await page.keyboard.press('Control+z');
    return (before[1] - after[1]) / (hips[1] - now[1]);
  };
  expect(await lowered()).toBeCloseTo(1, 2);
  // A drag of the elbow turns it, and nothing else.
  const { humanoid } = await studio.rig();
  await studio.pull('leftElbow', { x: 30, y: 50 });
  const turnedElbow = await studio.shown();
  expect(turnedElbow.lastLabel).toBe('Rotate left lower arm');
  expect(turnedElbow.pose.slice(3 + 4 * humanoid.leftUpperArm!, 7 + 4 * humanoid.leftUpperArm!)).toEqual(
    pose.slice(3 + 4 * humanoid.leftUpperArm!, 7 + 4 * humanoid.leftUpperArm!),
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Shift+Q');
  expect((await studio.shown()).lastLabel).toBe('Left arm: IK');
  expect((await studio.shown()).pose).toEqual(pose);
  expect(await lowered()).toBeLessThan(0.01);
  await page.mouse.click(hand.x, hand.y);
  const slider = page.getByRole('slider', { name: 'FK to IK' });
  await slider.focus();
  await page.keyboard.press('PageDown');
  for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toBe('Left arm: 50 % IK');
  expect((await studio.shown()).pose).toEqual(pose);
  const half = await lowered();
  expect(half).toBeGreaterThan(0.2);
  expect(half).toBeLessThan(0.8);
});

test('a shoulder, toes and a finger are pulled by handles of their own, and nothing else moves @all', async ({ studio }) => {
  const { page } = studio;
  await studio.look('front');
  await studio.pull('leftShoulder', { x: 0, y: -12 });
  expect((await studio.shown()).lastLabel).toBe('Pull left shoulder');
  expect(await turned(studio)).toEqual(['leftShoulder']);
  await page.keyboard.press('Control+z');
  await studio.look('left');
  await studio.pull('leftToes', { x: 0, y: -15 });
  expect(await turned(studio)).toEqual(['leftToes']);
  await page.keyboard.press('Control+z');
  // Fingers have handles while their hand is selected.
  await studio.look('front');
  const hand = await onScreen(page, 'leftHand');
  await page.mouse.click(hand.x, hand.y);
  await studio.frameSelection();
  await picture(studio, 'finger-handles');
  await studio.pull('leftIndex', { x: -10, y: 40 });
  expect((await studio.shown()).lastLabel).toBe('Pull left index');
  const fingers = await turned(studio);
  expect(fingers).toContain('leftIndexProximal');
  expect(fingers.filter((bone) => !bone.startsWith('leftIndex'))).toEqual([]);
  expect(worstExcess(await studio.rig(), (await studio.shown()).pose)).toBeLessThan(1e-6);
});
