import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { readMotions } from '../../../../core/formats/read-motions.ts';
import { writeClip, writePose } from '../../../../core/formats/clips/motion-formats.ts';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { fromAxisAngle, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { distance, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { laidGlb, LAYINGS } from '../../../helpers/laid-glb.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { mirroredMannequin } from '../../../helpers/mirrored-nodes.ts';
import { mixamoMannequin } from '../../../helpers/mixamo-mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { textFbx } from '../fbx/text-fbx.ts';
import { playInThree, type NodePositions } from '../oracles.ts';

const figure = buildRig(sceneOf(plainFigure()), { preset: 'free' });

/** A knee that is raised while an arm goes up. */
function step() {
  const poses = Array.from({ length: 8 }, (_, frame) => {
    const pose = restPose(figure.skeleton);
    const turn = (bone: HumanoidBone, axis: Vec3, angle: number) =>
      setRotation(pose, figure.humanoid[bone]!, fromAxisAngle(axis, angle));
    turn('leftUpperLeg', [1, 0, 0], -0.1 * frame);
    turn('leftLowerLeg', [1, 0, 0], 0.15 * frame);
    turn('rightUpperArm', [0, 0, 1], -0.1 * frame);
    return pose;
  });
  return clipFromPoses(figure.skeleton, poses, { id: 'step', name: 'Step', fps: 24, loop: false });
}

const clip = step();
const TIMES = [0, 0.1, 0.25];

/** A file with the clip brought onto its body. */
function animated(bytes: Uint8Array, name = 'body.glb') {
  const opened = openCharacterFile(name, bytes);
  const rig = buildRig(opened.scene);
  const target = { bytes: opened.bytes, scene: opened.scene, rig };
  return { ...target, warnings: opened.warnings, written: writeClip(target, 'glb', retargetClip(figure, clip, rig).clip) };
}

/** Metres by which nodes differ at most, where a body looks left alone. */
function largestDifference(a: readonly NodePositions[], b: readonly NodePositions[], nodes: Iterable<number>): number {
  const turns = [0, 1, 2, 3].map((quarter) => fromAxisAngle([0, 1, 0], (quarter * Math.PI) / 2));
  const all = [...nodes];
  const off = (turn: Quat) =>
    Math.max(...a.flatMap((places, i) => all.map((node) => distance(rotate(turn, places.get(node)!), b[i]!.get(node)!))));
  return Math.min(...turns.map(off));
}

const mannequin = new Uint8Array(readFileSync(MANNEQUIN));

interface FileNode {
  name: string;
  translation: [number, number, number];
  rotation?: Quat;
}

/** The mannequin with its nodes changed. */
function withNodes(change: (node: FileNode, index: number) => void): Uint8Array {
  const glb = readGlb(mannequin);
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: FileNode[] };
  json.nodes.forEach(change);
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) });
}

describe.each([
  ['named', mannequin],
  ['with the names of Mixamo', mixamoMannequin()],
  ['without names', withNodes((node, i) => (node.name = `n${i}`))],
])('a body %s', (_, bytes) => {
  const plain = animated(bytes);

  test.each(Object.entries(LAYINGS))(
    'whose file has %s up by mistake stands, takes motion and gives it as if it were right',
    async (axis, turn) => {
      const laid = animated(laidGlb(bytes, turn));
      expect(laid.rig.report.height).toBeCloseTo(plain.rig.report.height, 5);
      expect(laid.warnings).toEqual([expect.stringContaining(`as if ${axis.toUpperCase()} were up`)]);
      const nodes = laid.rig.binding.nodes;
      const [wanted, got] = await Promise.all([plain, laid].map(({ written }) => playInThree(written.bytes, 0, TIMES)));
      expect(largestDifference(got!, wanted!, nodes)).toBeLessThan(1e-4);
      // A clip of such a file, onto another body.
      const [right, brought] = [plain.written.bytes, laidGlb(plain.written.bytes, turn)].map((file) => {
        const [motion] = readMotions('take.glb', file).motions;
        const { skeleton, humanoid } = figure;
        const worlds = posesAt(skeleton, retargetClip(motion!.rig, motion!.clip, figure).clip, TIMES).map((pose) =>
          forwardKinematics(skeleton, pose),
        );
        return worlds.map(
          (world) => new Map(Object.values(humanoid).map((joint) => [joint, worldPosition(world, joint)] as const)),
        );
      });
      expect(largestDifference(brought!, right!, Object.values(figure.humanoid))).toBeLessThan(1e-4);
    },
  );
});

test('the file of a body that lies is written as it came, and the body stands in the motion', async () => {
  const stored = laidGlb(mannequin, LAYINGS['z']!);
  const { bytes, scene, rig, written } = animated(stored);
  const { distance: off, angle } = written.compare(written.bytes);
  expect(off).toBeLessThan(1e-5);
  expect(angle).toBeLessThan(1e-4);
  const [before, after] = [stored, written.bytes].map((file) => JSON.parse(new TextDecoder().decode(readGlb(file).json)));
  expect(after.nodes).toEqual(before.nodes);
  expect(after.scenes).toEqual(before.scenes);
  expect(after.asset).toEqual(before.asset);
  expect(readGlb(written.bytes).binary!.subarray(0, readGlb(stored).binary!.length)).toEqual(readGlb(stored).binary);
  const posed = writePose({ bytes, scene, rig }, 'glb', restPose(rig.skeleton));
  expect(posed.compare(posed.bytes).distance).toBeLessThan(1e-5);
});

test('what was written of a body whose hips are mirrored, and which lies, is read as it stands', () => {
  const mirrored = mirroredMannequin((node) => (node === 0 ? [-1, -1, -1] : [1, 1, 1]));
  const { skeleton, humanoid } = figure;
  const [wanted, got] = [mannequin, laidGlb(mirrored, LAYINGS['z']!)].map((bytes) => {
    const motion = readMotions('take.glb', animated(bytes).written.bytes).motions[0]!;
    return posesAt(skeleton, retargetClip(motion.rig, motion.clip, figure).clip, TIMES).map((pose) => {
      const world = forwardKinematics(skeleton, pose);
      return new Map(Object.values(humanoid).map((joint) => [joint, worldPosition(world, joint)] as const));
    });
  });
  // Its skin is drawn in the mirror, and shows the floor some centimetres elsewhere.
  expect(largestDifference(got!, wanted!, Object.values(humanoid))).toBeLessThan(0.03);
});

test('a body that rests sitting in a file with another axis up is told by its skin', () => {
  const sitting = withNodes((node) => {
    const bend = node.name.endsWith('UpperLeg') ? -1.4 : node.name.endsWith('LowerLeg') ? 1.4 : 0;
    node.rotation = multiply(node.rotation ?? [0, 0, 0, 1], fromAxisAngle([1, 0, 0], bend));
  });
  const { scene } = openCharacterFile('body.glb', laidGlb(sitting, LAYINGS['z']!));
  expect(scene.lay).toBe('z');
  expect(openCharacterFile('body.glb', sitting).scene.lay).toBeUndefined();
});

test('a body that is laid by the user stays so, and is set upright again', () => {
  const stored = laidGlb(mannequin, LAYINGS['z']!);
  const { bytes } = openCharacterFile('body.glb', stored);
  const lying = openCharacterFile('body.glb', bytes, undefined, { axis: 'y' });
  expect(buildRig(lying.scene).report.height).toBeLessThan(0.6);
  expect(openCharacterFile('body.glb', lying.bytes, undefined, { axis: 'z' }).scene.nodes).toEqual(
    openCharacterFile('body.glb', bytes).scene.nodes,
  );
});

test('a body whose hips lie at rest but whose skin was bound standing, stands', async () => {
  const lying = animated(
    withNodes((node) => {
      if (node.name !== 'hips') return;
      node.rotation = multiply(fromAxisAngle([1, 0, 0], -1.5), node.rotation ?? [0, 0, 0, 1]);
      node.translation[1] = 0.15;
    }),
  );
  expect(lying.warnings).toEqual([expect.stringContaining('lies at rest')]);
  const [wanted, got] = await Promise.all(
    [animated(mannequin), lying].map(({ written }) => playInThree(written.bytes, 0, TIMES)),
  );
  const { nodes } = lying.rig.binding;
  const hips = nodes[lying.rig.humanoid.hips!]!;
  const fromHips = (frames: readonly NodePositions[]) =>
    frames.map((places) => new Map([...nodes].map((node) => [node, subtract(places.get(node)!, places.get(hips)!)] as const)));
  expect(largestDifference(fromHips(got!), fromHips(wanted!), nodes)).toBeLessThan(1e-4);
  expect(Math.abs(got![0]!.get(hips)![1] - wanted![0]!.get(hips)![1])).toBeLessThan(0.01);
});

test.each(Object.entries(LAYINGS))('an FBX and a BVH file with %s up by mistake stand', (axis, turn) => {
  const joints = plainFigure();
  const at = (name: string | null) => joints.find((joint) => joint.name === name)?.at ?? [0, 0, 0];
  const offset = ({ parent, at: [x, y, z] }: (typeof joints)[number]): Vec3 => {
    const [px, py, pz] = at(parent);
    return rotate(turn, [x - px, y - py, z - pz]);
  };
  const fbx = textFbx({
    models: joints.map((joint) => ({
      name: joint.name.replace('.', '_'),
      ...(joint.parent !== null && { parent: joint.parent.replace('.', '_') }),
      properties: { 'Lcl Translation': offset(joint).map((value) => 100 * value) },
    })),
  });
  const text = (name: string, depth: number): string[] => {
    const joint = joints.find((each) => each.name === name)!;
    const pad = '\t'.repeat(depth);
    const channels = depth === 0 ? 'CHANNELS 6 Xposition Yposition Zposition' : 'CHANNELS 3';
    const below = joints.filter(({ parent }) => parent === name).flatMap((child) => text(child.name, depth + 1));
    const end = below.length > 0 ? below : [`${pad}\tEnd Site`, `${pad}\t{`, `${pad}\t\tOFFSET 0 0 0`, `${pad}\t}`];
    const named = name.replace(/(.*)\.l/, 'left_$1').replace(/(.*)\.r/, 'right_$1');
    return [
      `${pad}${depth === 0 ? 'ROOT' : 'JOINT'} ${named}`,
      `${pad}{`,
      `${pad}\tOFFSET ${offset(joint)
        .map((value) => (100 * value).toFixed(4))
        .join(' ')}`,
      `${pad}\t${channels} Zrotation Xrotation Yrotation`,
      ...end,
      `${pad}}`,
    ];
  };
  const hips = offset(joints[0]!).map((value) => 100 * value);
  const frame = [...hips, ...Array.from({ length: 3 * joints.length }, () => 0)].join(' ');
  const bvh = ['HIERARCHY', ...text('hips', 0), 'MOTION', 'Frames: 2', 'Frame Time: 0.04', frame, frame].join('\n');
  for (const [name, bytes] of [
    ['body.fbx', fbx],
    ['body.bvh', new TextEncoder().encode(bvh)],
  ] as const) {
    const rig = buildRig(openCharacterFile(name, bytes).scene);
    const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    const height = (bone: HumanoidBone) => worldPosition(rest, rig.humanoid[bone]!)[1];
    expect(height('head') - height('leftFoot'), `${name} ${axis}`).toBeCloseTo(1.49, 2);
    expect(height('rightHand') - height('leftFoot'), `${name} ${axis}`).toBeCloseTo(1.372, 2);
  }
});

const DANCE = sharedData('bvh/rokoko-dance.bvh');
if (!DANCE) console.log('SKIP a dance with X up: the folder ../shared/data is not there');

test.skipIf(!DANCE)('a BVH file whose zero pose is none to stand in is read along the axis along which it stands', () => {
  const text = readFileSync(DANCE!, 'utf8');
  // Each axis is the next one: what was up along Y is along Z, then along X.
  const next = (file: string) =>
    file
      .replace(/OFFSET\s+(\S+)\s+(\S+)\s+(\S+)/g, 'OFFSET $3 $1 $2')
      .replace(/([XYZ])(position|rotation)/g, (_, axis: string, what: string) => 'YZX'['XYZ'.indexOf(axis)]! + what);
  const restOf = (file: string) => {
    const { scene, bvh } = openCharacterFile('dance.bvh', new TextEncoder().encode(file));
    const { skeleton, humanoid } = buildRig(scene);
    const world = forwardKinematics(skeleton, restPose(skeleton));
    return { up: bvh!.up, heights: Object.values(humanoid).map((joint) => Number(worldPosition(world, joint)[1].toFixed(6))) };
  };
  const right = restOf(text);
  expect(restOf(next(text))).toEqual({ up: 'z', heights: right.heights });
  expect(restOf(next(next(text)))).toEqual({ up: 'x', heights: right.heights });
});
