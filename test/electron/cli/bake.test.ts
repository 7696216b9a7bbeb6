import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { largestDistance, playInThree } from '../../core/formats/oracles.ts';
import { jointPositions, wildClip } from '../../core/formats/wild-clip.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

const male = sharedData('rigs/unreal-names-male.glb');

async function savedProject() {
  const folder = join(await emptyFolder(), 'Hero project');
  const { rig, bytes, hash, fileName } = await loadCharacter(male!);
  const pose = restPose(rig.skeleton);
  setRotation(pose, rig.humanoid.leftUpperArm!, fromAxisAngle([1, 0, 0], 0.5));
  const poses = ['one', 'two'].map((id) => capturePose(rig.skeleton, pose, { id, name: id, tags: [] }));
  const clip = wildClip(rig, 4);
  const project = { ...createProject(rig, { name: 'hero', fileName, hash }), poses, clips: [clip], activeClip: clip.id };
  await writeProjectFolder(folder, projectToData(rig, project), async () => bytes);
  return { folder, rig, bytes, project, clip, pose };
}

describe.skipIf(!male)('limber bake', () => {
  test("writes a project's clip onto the character's original file", async () => {
    const { folder, rig, clip } = await savedProject();
    const out = join(folder, 'exports', 'wild.glb');
    const ran = await limber('bake', folder, '--clip', 'wild', '--out', out, '--json');
    expect(ran.noted).toBe('');
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.printed)).toMatchObject({ clip: 'wild', seconds: 1.2, notes: [] });
    const [three] = await playInThree(new Uint8Array(await readFile(out)), 0, [0.61]);
    expect(largestDistance(jointPositions(rig, sampleClip(rig.skeleton, clip, 0.61)), three!)).toBeLessThan(1e-4);
  });

  test('writes all clips that hold keys into one file, and no two choices at once @all', async () => {
    const { folder, rig, bytes, project, clip } = await savedProject();
    const second = { ...wildClip(rig, 5), id: 'second', name: 'second', fps: 24 };
    const clips = [clip, createClip('empty', 'Empty', { duration: 1 }), second];
    await rm(folder, { recursive: true });
    await writeProjectFolder(folder, projectToData(rig, { ...project, clips }), async () => bytes);
    const out = join(folder, 'hero.glb');
    const ran = await limber('bake', folder, '--all-clips', '--out', out, '--json');
    expect(JSON.parse(ran.printed)).toMatchObject({ clips: [{ clip: 'wild' }, { clip: 'second' }] });
    const [three] = await playInThree(new Uint8Array(await readFile(out)), 1, [0.61]);
    expect(largestDistance(jointPositions(rig, sampleClip(rig.skeleton, second, 0.61)), three!)).toBeLessThan(1e-4);
    const both = await limber('bake', folder, '--all-clips', '--library', '--out', out);
    expect([both.exitCode, both.noted]).toEqual([
      2,
      expect.stringContaining('--library and --all-clips cannot be given together'),
    ]);
  });

  test('keeps pinned feet between keys where the clip says so @all', async () => {
    const { folder, rig, bytes, project } = await savedProject();
    const foot = rig.humanoid.leftFoot!;
    const target = worldPosition(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), foot);
    // Two keys that agree on the foot, between which SLERP alone would move it.
    const keyed = [0, 1].reduce(
      (clip, time) => {
        const pose = restPose(rig.skeleton);
        pose[1] = -0.05;
        setRotation(pose, rig.humanoid.hips!, fromAxisAngle([0, 1, 0], 0.4 * time));
        const goal: Goal = { kind: 'position', joint: foot, target, tolerance: 1e-6, maxLinks: 3 };
        return setKey(rig.skeleton, clip, time, createSolver(rig.skeleton).solve(pose, [goal]).pose);
      },
      createClip('turn', 'Turn', { duration: 1 }),
    );
    const strayWith = async (clip: Clip) => {
      const changed = { ...project, clips: [clip], activeClip: clip.id };
      await rm(folder, { recursive: true });
      await writeProjectFolder(folder, projectToData(rig, changed), async () => bytes);
      const out = join(folder, 'turn.glb');
      expect((await limber('bake', folder, '--out', out)).exitCode).toBe(0);
      const node = rig.binding.nodes[foot]!;
      const [first, ...rest] = await playInThree(new Uint8Array(await readFile(out)), 0, [0, 0.25, 0.5, 0.75, 1]);
      return Math.max(...rest.map((nodes) => distance(nodes.get(node)!, first!.get(node)!)));
    };
    expect(await strayWith(keyed)).toBeGreaterThan(0.002);
    expect(await strayWith({ ...keyed, keepsPins: true })).toBeLessThan(0.001);
  });

  test('writes the whole library as one clip, a pose a second', async () => {
    const { folder, rig, pose } = await savedProject();
    const out = join(folder, 'library.glb');
    const ran = await limber('bake', join(folder, 'project.limber'), '--library', '--out', out);
    expect(ran.exitCode).toBe(0);
    const bytes = new Uint8Array(await readFile(out));
    expect(readAnimations(readGltf(bytes)).animations[0]!.end).toBeCloseTo(2, 5);
    const [, three] = await playInThree(bytes, 0, [0, 1.2]);
    expect(largestDistance(jointPositions(rig, pose), three!)).toBeLessThan(1e-4);
  });

  test('refuses clips and projects that are not there', async () => {
    const { folder } = await savedProject();
    const out = join(folder, 'x.glb');
    const refused = async (text: string, ...parameters: string[]) => {
      const ran = await limber('bake', ...parameters, '--out', out);
      expect(ran.exitCode).toBe(2);
      expect(ran.noted).toContain(text);
    };
    await refused('holds no clip "jump", but "wild"', folder, '--clip', 'jump');
    await refused('is not a Limber project', join(folder, 'poses'));
    await refused('cannot be given together', folder, '--clip', 'wild', '--library');
  });
});
