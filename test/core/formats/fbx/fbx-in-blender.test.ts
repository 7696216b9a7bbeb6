import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween, conjugate, multiply, quatAt, type Quat } from '../../../../core/math/quat.ts';
import { vec3At } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { wildClip } from '../wild-clip.ts';

const FILES = ['rigs/unreal-names-male.glb', 'rigs/robot-expressive.glb', 'vrm/godette-vrm0.vrm'] as const;
const FRAMES = [0, 5, 17, 30];
const MOST_METRES = 1e-4;
const MOST_DEGREES = 0.05;

/** Why Blender cannot read here; null where it can. */
const missing = FILES.some((name) => sharedData(name) === null)
  ? 'the shared data folder is missing'
  : spawnSync('blender', ['--version']).status === 0
    ? null
    : 'Blender is not installed';
if (missing !== null) console.log(`skipped: FBX files are not read again by Blender, ${missing}`);

/** A place, and x, y, z, w. */
type State = readonly [number, number, number, number, number, number, number];

interface Read {
  /** Frames a second. */
  readonly rate: number;
  readonly frames: readonly Readonly<Record<string, State>>[];
}

function exported(name: string) {
  const { bytes, scene } = readCharacter(name, new Uint8Array(readFileSync(sharedData(name)!)));
  const rig = buildRig(scene);
  const clip = wildClip(rig, 23);
  const worlds = FRAMES.map((frame) => forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, frame / clip.fps)));
  return { rig, clip, worlds, fbx: writeClip({ bytes, scene, rig }, 'fbx', clip).bytes };
}

/** From y up to z up. */
const turnUp = (q: Quat): Quat => [q[0], -q[2], q[1], q[3]];

describe.skipIf(missing !== null)('clips as FBX stand in Blender as they were meant', () => {
  let folder = '';
  let all: ReturnType<typeof exported>[] = [];
  let found: readonly Read[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'limber-blender-'));
    all = FILES.map(exported);
    const paths = all.map(({ fbx }, i) => {
      const path = join(folder, `clip ${i}.fbx`);
      writeFileSync(path, fbx);
      return path;
    });
    const script = join(import.meta.dirname, 'read-in-blender.py');
    const out = join(folder, 'states.json');
    const told = spawnSync('blender', ['--background', '--python', script, '--', out, FRAMES.join(','), ...paths]);
    if (told.status !== 0) throw new Error(`Blender ended with ${told.status}: ${told.stderr.toString()}`);
    found = JSON.parse(readFileSync(out, 'utf8')) as Read[];
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(FILES.map((name, i) => [name, i] as const))('%s', (_, i) => {
    const { rig, clip, worlds } = all[i]!;
    const { rate, frames } = found[i]!;
    expect(rate).toBeCloseTo(clip.fps, 3);
    let compared = 0;
    for (const [joint, name] of rig.skeleton.names.entries()) {
      if (!frames[0]![name] || rig.skeleton.names.indexOf(name) !== joint) continue;
      const turns = worlds.map((world, k) => {
        const state = frames[k]![name]!;
        const [x, y, z] = vec3At(world.positions, joint);
        expect(Math.hypot(state[0] - x, state[1] + z, state[2] - y), `${name}, frame ${FRAMES[k]}`).toBeLessThan(MOST_METRES);
        compared++;
        return { found: state.slice(3) as unknown as Quat, meant: turnUp(quatAt(world.rotations, joint)) };
      });
      // Blender's bones have axes of their own: how they have turned since the first frame does not depend on them.
      for (const { found: there, meant } of turns) {
        const [turned, expected] = [multiply(there, conjugate(turns[0]!.found)), multiply(meant, conjugate(turns[0]!.meant))];
        expect(angleBetween(turned, expected) / DEGREES, name).toBeLessThan(MOST_DEGREES);
      }
    }
    expect(compared).toBeGreaterThan(FRAMES.length * 0.8 * rig.skeleton.count);
  });
});
