import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipBlenderAddOn } from '../../../build/scripts/blender-add-on.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { createAnimatedWorlds } from '../../../core/formats/gltf/animated-worlds.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';

const MOST_METRES = 1e-4;
/** Its bones have a scale, and its nodes stand otherwise than its skin was bound. */
const RIG = sharedData('rigs/robot-expressive.glb');
const LIMBER = join(projectFolder, 'build', 'scripts', 'limber.mjs');

/** Blender's own glTF export needs numpy, which packages of Linux leave to the system's Python. */
const probe = spawnSync('blender', ['--background', '--python-exit-code', '1', '--python-expr', 'import numpy']);
const hasBlender = probe.status === 0;
if (!hasBlender) console.log(`skipped: Blender's add-on is not run, Blender is not installed${probe.error ? '' : ' with numpy'}`);

/** Where the bones of a moment stand, z up. */
type Places = Readonly<Record<string, readonly [number, number, number]>>;

interface Found {
  readonly nobody: string;
  readonly missing: string;
  readonly garbage: string;
  readonly unknown: string;
  readonly otherRest: string;
  readonly rest: Places;
  readonly wave: readonly Places[];
  readonly kept: { readonly active: string; readonly chosen: readonly string[]; readonly turned: boolean };
  readonly retargeted: { readonly action: string; readonly states: readonly Places[] };
  readonly back: { readonly action: string; readonly mode: string; readonly states: readonly Places[]; readonly end: number };
  readonly imported: readonly Places[];
  /** Missing without the file. */
  readonly bound?: readonly Places[];
  readonly markers: readonly (readonly [number, string])[];
}

/** Where each bone stands in Blender, y up, and in a file at times since the first key of its last animation (at rest without times). */
function places(
  file: string,
  moments: readonly Places[],
  times: readonly number[] | null,
): (readonly [found: Vec3, meant: Vec3])[][] {
  const asset = readGltf(new Uint8Array(readFileSync(file)));
  const scene = readCharacterScene(asset);
  const channels = times ? readAnimations(asset).animations.at(-1)!.channels : [];
  const bones = Object.keys(moments[0]!);
  const nodes = bones.map((bone) => scene.skinJoints.find((joint) => scene.nodes[joint]!.name === bone)!);
  expect(nodes).not.toContain(undefined);
  const worlds = createAnimatedWorlds(scene, channels, nodes);
  const start = channels[0]?.times[0] ?? 0;
  return moments.map((moment, i) => {
    worlds.moveTo(start + (times?.[i] ?? 0));
    return nodes.map((node, k) => {
      const [x, y, z] = moment[bones[k]!]!;
      const [a, b, c] = worlds.matrices.subarray(16 * node + 12, 16 * node + 15);
      return [
        [x, z, -y],
        [a!, b!, c!],
      ] as const;
    });
  });
}

/** How far bones stand from where the file has them, metres. */
function offFrom(file: string, moments: readonly Places[], times: readonly number[] | null): number {
  return Math.max(
    ...places(file, moments, times)
      .flat()
      .map(([found, meant]) => distance(found, meant)),
  );
}

test('the archive of the add-on holds its package alone', () => {
  const names = Object.keys(unzipSync(zipBlenderAddOn()));
  expect(names).toContain('limber/__init__.py');
  for (const name of names) expect(name).toMatch(/^limber\/\w+\.py$/);
});

describe.skipIf(!hasBlender)("Blender's add-on", () => {
  const { rig, walk, contacts } = fiveKeyWalk();
  const clip = playedClip(rig, { ...walk, contacts }, {});
  const times = Array.from({ length: walk.duration * walk.fps + 1 }, (_, frame) => frame / walk.fps);
  const folder = mkdtempSync(join(tmpdir(), 'limber-blender-'));
  const file = (name: string) => join(folder, name);
  let found: Found;

  beforeAll(() => {
    const bytes = new Uint8Array(readFileSync(MANNEQUIN));
    const target = { bytes, scene: readCharacterScene(readGltf(bytes)), rig };
    writeFileSync(file('limber.zip'), zipBlenderAddOn());
    writeFileSync(file('walk.bvh'), writeClip(target, 'bvh', clip).bytes);
    writeFileSync(file('garbage.bvh'), 'HIERARCHY of nothing');
    writeFileSync(file('copy-what-is-opened'), `#!/bin/sh\nexec cp "$1" ${JSON.stringify(file('sent.glb'))}\n`);
    chmodSync(file('copy-what-is-opened'), 0o755);
    const script = join(import.meta.dirname, 'drive_addon.py');
    const given = [file('limber.zip'), folder, LIMBER, file('walk.bvh'), String(times.length), String(walk.fps), RIG ?? ''];
    const told = spawnSync('blender', ['--background', '--python-exit-code', '1', '--python', script, '--', ...given], {
      env: {
        ...process.env,
        BLENDER_USER_RESOURCES: folder,
        BLENDER_USER_SCRIPTS: folder,
        BLENDER_USER_CONFIG: folder,
        BLENDER_USER_DATAFILES: folder,
      },
    });
    if (told.status !== 0)
      throw new Error(`Blender ended with ${told.status}: ${told.stderr.toString()}${told.stdout.toString()}`);
    found = JSON.parse(readFileSync(file('out.json'), 'utf8')) as Found;
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('sends an armature as it rests, in metres, with its action', () => {
    expect(offFrom(file('sent.glb'), [found.rest], null)).toBeLessThan(MOST_METRES);
    expect(
      offFrom(
        file('sent.glb'),
        found.wave,
        found.wave.map((_, frame) => frame / 24),
      ),
    ).toBeLessThan(MOST_METRES);
    const { humanoid } = buildRig(readCharacterScene(readGltf(new Uint8Array(readFileSync(file('sent.glb'))))));
    expect(Object.keys(humanoid)).toEqual(
      expect.arrayContaining(['hips', 'head', 'leftHand', 'rightHand', 'leftToes', 'rightToes']),
    );
    expect(found.kept).toMatchObject({ active: 'Body', chosen: ['Body'], turned: true });
  });

  test('brings a clip back where its file has it, wherever the armature was moved, at any rate of the scene', () => {
    expect(found.back).toMatchObject({ mode: 'POSE' });
    expect(offFrom(file('written.glb'), found.back.states, times)).toBeLessThan(MOST_METRES);
  });

  test("finds a clip where its file has it by Blender's own import too", () => {
    expect(offFrom(file('written.glb'), found.imported, times)).toBeLessThan(MOST_METRES);
  });

  test.skipIf(RIG === null)('brings a clip back onto an armature that rests as its skin was bound, in another size', () => {
    expect(offFrom(file('bound.glb'), found.bound!, times)).toBeLessThan(MOST_METRES);
  });

  test('retargets a motion onto an armature', () => {
    expect(found.retargeted.action).toBe('walk');
    expect(offFrom(file('written.glb'), found.retargeted.states, times)).toBeLessThan(MOST_METRES);
    // He walks to where he looks, which is -Y in Blender.
    const hips = found.retargeted.states.map((state) => state['hips']![1]);
    expect(hips.at(-1)).toBeLessThan(hips[0]! - 0.5);
  });

  test('marks what stands and when', () => {
    expect(found.markers).toContainEqual([1, 'leftHeel on']);
  });

  test('tells in sentences what it cannot do', () => {
    expect(found.nobody).toContain('No armature is active');
    expect(found.missing).toContain('Limber was not found');
    expect(found.garbage).toContain('Limber: ');
    expect(found.unknown).toContain('There is no clip "Dance" in that file; there are');
    expect(found.otherRest).toContain('rest in different poses');
  });
});
