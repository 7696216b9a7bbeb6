import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type JSHandle, type Page } from '@playwright/test';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { serve } from '../../electron/browser/serve.ts';
import { limitExcess } from '../../core/skeleton/limit-state.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Project } from '../../core/document/project.ts';
import { cases } from '../helpers/extent.ts';
import type { CameraPreset } from '../../renderer/state/window/viewport.ts';
// Declares `window.limber`.
import type {} from '../../renderer/main.tsx';

/** What the studio shows, copied out of the window. */
export interface Shown {
  readonly pose: readonly number[];
  readonly past: number;
  readonly lastLabel: string | null;
  readonly time: number;
  readonly reached: boolean | null;
  readonly missed: number | null;
}

/** The studio in the user's words. */
export interface StudioDriver {
  readonly page: Page;
  /** A folder of its own that the studio may read and write. */
  readonly folder: string;
  /** Runs a command; one that goes to a panel is waited for until the panel has the focus. */
  run(command: string): Promise<void>;
  /** Turns the camera and waits until it stands. */
  look(preset: CameraPreset): Promise<void>;
  /** Brings the camera to what is selected and waits until it stands. */
  frameSelection(): Promise<void>;
  shown(): Promise<Shown>;
  project(): Promise<Project>;
  /** The rig that the window's scene and settings give, built here. */
  rig(): Promise<Rig>;
  /** World position of a handle's joint as the drawn scene has it, metres. */
  drawn(handle: HandleName): Promise<Vec3>;
  drawnNode(node: number): Promise<Vec3>;
  /** Grabs a handle and moves it by CSS pixels, in small steps; released unless told otherwise. */
  pull(
    handle: HandleName,
    by: { readonly x: number; readonly y: number },
    options?: { readonly release?: boolean },
  ): Promise<void>;
  /** Drops a file onto the window, as from the desktop. */
  drop(...paths: readonly string[]): Promise<void>;
  /** Takes files up, in the page, for {@link letGo} later. */
  carry(...paths: readonly string[]): Promise<JSHandle<DataTransfer>>;
  /** Drops what was taken up onto the window. */
  letGo(carried: JSHandle<DataTransfer>): Promise<void>;
  /** Waits until the document's character is on the scene. */
  settled(): Promise<void>;
  /** Errors that the page reported so far; reading them forgets them. */
  takeErrors(): string[];
}

export const test = base.extend<{ studio: StudioDriver }>({
  studio: async ({ page, viewport }, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'limber-journey-')));
    const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, '.data') });
    await page.goto(host.url);
    if (viewport) await page.setViewportSize(viewport);
    const driver = drive(page, folder);
    await driver.settled();
    await use(driver);
    const errors = driver.takeErrors();
    // The page goes first: a host that closes under it leaves a console error behind.
    await page.close({ runBeforeUnload: false });
    await host.close();
    await rm(folder, { recursive: true, force: true });
    if (errors.length > 0) throw new Error(`the page reported: ${errors.join(' | ')}`);
  },
});

export { expect };

function drive(page: Page, folder: string): StudioDriver {
  let errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  let built: { readonly from: string; readonly rig: Rig } | null = null;
  const rig = async (): Promise<Rig> => {
    // As one text: Playwright looks at every number of a value that it hands over, twice, and a character has thousands.
    const from = await page.evaluate(() => {
      const document = window.limber!.studio.getState().document!;
      const needed = { scene: document.character.scene, settings: document.history.present.rig };
      return JSON.stringify(needed, (_, value: unknown) => (Object.is(value, -0) ? { negative: 0 } : value));
    });
    if (built?.from === from) return built.rig;
    const { scene, settings } = JSON.parse(from, (_, value) => (value?.negative === 0 ? -0 : value));
    built = { from, rig: buildRig(scene, settings) };
    return built.rig;
  };
  const drawnNode = (node: number): Promise<Vec3> =>
    page.evaluate((index) => window.limber!.viewport!.nodePosition(index)!, node);
  const carry: StudioDriver['carry'] = (...paths) =>
    page.evaluateHandle(
      (files) => {
        const carried = new DataTransfer();
        for (const { data, name } of files)
          carried.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
        return carried;
      },
      paths.map((path) => ({ data: readFileSync(path).toString('base64'), name: path.split(/[/\\]/).at(-1)! })),
    );
  const letGo: StudioDriver['letGo'] = async (dataTransfer) => {
    for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('.viewport-canvas', event, { dataTransfer });
  };
  return {
    page,
    folder,
    rig,
    drawnNode,
    async run(command) {
      await page.evaluate((id) => window.limber!.run(id), command);
      const [, panel] = /^view\.panel\.(\w+)$/.exec(command) ?? [];
      if (panel === undefined) return;
      await page.waitForFunction((name) => document.activeElement?.closest(`[data-panel="${name}"]`), panel);
    },
    look: (preset) => flown(page, () => page.evaluate((id) => window.limber!.run(id), `view.camera.${preset}`)),
    frameSelection: () => flown(page, () => page.evaluate(() => window.limber!.run('view.frame'))),
    shown: () =>
      page.evaluate(() => {
        const { document, transient, session } = window.limber!.studio.getState();
        const outcome = transient.feedback?.outcome ?? null;
        return {
          pose: [...window.limber!.pose!],
          past: document!.history.past.length,
          lastLabel: document!.history.past.at(-1)?.label ?? null,
          time: session.playback.time,
          reached: outcome && outcome.status === 'reached',
          missed: outcome && outcome.distance,
        };
      }),
    project: () => page.evaluate(() => window.limber!.studio.getState().document!.history.present),
    async drawn(handle) {
      const found = await rig();
      return drawnNode(found.binding.nodes[jointOfHandle(found, handle)]!);
    },
    async pull(handle, by, { release = true } = {}) {
      const at = await onScreen(page, handle);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      // Where a pull leads does not depend on its way; every step of it is drawn.
      await page.mouse.move(at.x + by.x, at.y + by.y, { steps: cases(4, 12) });
      if (release) await page.mouse.up();
    },
    drop: async (...paths) => letGo(await carry(...paths)),
    carry,
    letGo,
    async settled() {
      await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
        timeout: 60_000,
      });
      await page.evaluate(() => window.limber!.viewport!.settled());
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}

/** Does what turns the camera, and waits until it stands: the same in three frames of the page on end. */
async function flown(page: Page, act: () => Promise<void>): Promise<void> {
  const flight = await page.evaluateHandle(() => ({
    from: JSON.stringify(window.limber!.viewport!.camera()),
    last: '',
    standing: 0,
  }));
  await act();
  await page.waitForFunction((seen) => {
    const now = JSON.stringify(window.limber!.viewport!.camera());
    seen.standing = now === seen.last ? seen.standing + 1 : 0;
    seen.last = now;
    return now !== seen.from && seen.standing > 2;
  }, flight);
}

const HANDLE_BONES = {
  hips: 'hips',
  chest: 'upperChest',
  head: 'head',
  leftHand: 'leftHand',
  rightHand: 'rightHand',
  leftFoot: 'leftFoot',
  rightFoot: 'rightFoot',
  leftElbow: 'leftLowerArm',
  rightElbow: 'rightLowerArm',
  leftKnee: 'leftLowerLeg',
  rightKnee: 'rightLowerLeg',
  leftShoulder: 'leftShoulder',
  rightShoulder: 'rightShoulder',
  leftToes: 'leftToes',
  rightToes: 'rightToes',
} as const;

function jointOfHandle(rig: Rig, handle: HandleName): number {
  const bone = handle in HANDLE_BONES ? HANDLE_BONES[handle as keyof typeof HANDLE_BONES] : (`${handle}Distal` as HumanoidBone);
  const joint = rig.humanoid[bone];
  if (joint === undefined) throw new Error(`this character has no ${handle}`);
  return joint;
}

/** Page position of a handle. */
export async function onScreen(page: Page, handle: HandleName): Promise<{ x: number; y: number }> {
  const canvas = await page.locator('.viewport-canvas').boundingBox();
  const at = await page.evaluate((name) => window.limber!.viewport!.handleOnScreen(name), handle);
  if (!canvas || !at) throw new Error(`the handle ${handle} is not on screen`);
  return { x: canvas.x + at.x, y: canvas.y + at.y };
}

/** Radians by which the worst joint of a pose stands outside its limits. */
export function worstExcess(rig: Rig, pose: readonly number[]): number {
  const numbers = Float64Array.from(pose);
  return Math.max(...Array.from({ length: rig.skeleton.count }, (_, joint) => limitExcess(rig.skeleton, numbers, joint)));
}

export function apart(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
