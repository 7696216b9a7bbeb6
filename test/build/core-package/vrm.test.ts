import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Texture, Vector3, type Object3D } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNpm } from '../../../build/scripts/core-package/pack.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';

/** three-vrm and the three.js that goes with it, which npm fetches once. */
const PACKAGES = ['@pixiv/three-vrm@3.5.5', 'three@0.187.0'];
const cache = join(projectFolder, 'node_modules', '.cache', 'three-vrm');
const reason = fetchThreeVrm();
if (reason !== null) console.log(`SKIP three-vrm could not be fetched: ${reason}`);

function fetchThreeVrm(): string | null {
  if (existsSync(join(cache, 'node_modules', 'three', 'package.json'))) return null;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), '{ "private": true }');
    runNpm(cache, 'install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES);
    return null;
  } catch (error) {
    return String(error).split('\n')[0]!;
  }
}

let core: InstalledPackage;
beforeAll(async () => void (core = await installPackage()), 120_000);
afterAll(() => core?.remove());

const files = ['godette-vrm0.vrm', 'debug-robot-vrm1.vrm'].map((name) => [name, sharedData(`vrm/${name}`)] as const);

test.skipIf(reason !== null || files.some(([, path]) => path === null)).each(files)(
  'the page for three-vrm pulls the hand of %s within 0.1 mm, wherever it was carried to',
  async (_, path) => {
    (globalThis as { self?: unknown }).self ??= globalThis;
    const resolve = createRequire(join(cache, 'package.json')).resolve;
    const load = (name: string) => import(pathToFileURL(resolve(name)).href.replace(/\.cjs$/, '.js'));
    const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
    const { VRMLoaderPlugin } = await import(
      pathToFileURL(join(cache, 'node_modules', '@pixiv', 'three-vrm', 'lib', 'three-vrm.module.js')).href
    );
    const loader = new GLTFLoader();
    loader.register((parser: Record<string, unknown>) => {
      for (const name of ['loadTexture', 'loadTextureImage']) parser[name] = () => Promise.resolve(new Texture());
      parser['assignTexture'] = () => Promise.resolve(null);
      return { name: 'no textures' };
    });
    loader.register((parser: unknown) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.parseAsync(new Uint8Array(readFileSync(path!)).buffer, '')).userData;
    const reach = (await core.loadExample('vrm-1'))['pullVrm']!(vrm) as (target: [number, number, number]) => string;
    const place = (bone: string): Vector3 => {
      vrm.scene.updateMatrixWorld(true);
      const { x, y, z } = (vrm.humanoid.getRawBoneNode(bone) as Object3D).getWorldPosition(new Vector3());
      return new Vector3(x, y, z);
    };
    vrm.scene.position.set(1, 0, 2);
    vrm.scene.rotation.y += 0.5;
    const target = place('leftHand').lerp(place('head'), 0.2);
    expect(reach(target.toArray())).toBe('reached');
    vrm.update(1 / 60);
    expect(place('leftHand').distanceTo(target)).toBeLessThan(1e-4);
  },
);
