import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AnimationMixer, Group, Quaternion, Vector3, Vector4, type Object3D } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as coreTypes from '../../../core/index.ts';
import { loadInThree } from '../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';
import { few } from '../../helpers/extent.ts';

let installed: InstalledPackage;
let core: typeof coreTypes;
beforeAll(async () => {
  installed = await installPackage();
  core = await installed.load();
}, 120_000);
afterAll(() => installed?.remove());

/** A character below a group of a scene, which carries it about. */
async function character(file: string) {
  const { scene: object, animations } = await loadInThree(readFileSync(file));
  const carrier = new Group();
  carrier.add(object);
  const link = core.sceneFromObject3D(object);
  const rig = core.buildRig(link.scene);
  const place = (node: number): Vector3 => {
    carrier.updateMatrixWorld(true);
    return link.nodes[node]!.getWorldPosition(new Vector3());
  };
  const places = () => link.nodes.map((_, node) => place(node));
  return { object, carrier, animations, link, rig, place, places };
}

test('the programs of the page for three.js pull a character that has walked, and reach while it is animated', async () => {
  for (const [program, name] of [
    ['three-1', 'pullLeftHand'],
    ['three-2', 'reachWhilePlaying'],
  ] as const) {
    const body = await character(MANNEQUIN);
    const begin = (await installed.loadExample(program))[name]!;
    const reach = begin(body.object) as (target: coreTypes.Vec3) => string;
    const hand = body.rig.binding.nodes[body.rig.humanoid.leftHand!]!;
    body.carrier.position.set(2, 0.5, -1);
    body.object.rotation.y = 0.7;
    const target = place3(body.place(hand).lerp(body.place(body.rig.binding.nodes[body.rig.humanoid.chest!]!), 0.2));
    expect(reach(target)).toBe('reached');
    expect(body.place(hand).distanceTo(new Vector3(...target)), name).toBeLessThan(1.1e-3);
  }
});

describe('a character that walks', () => {
  test.each([
    ['moved', (object: Object3D) => object.position.set(1, 0, -2)],
    ['turned and moved', (object: Object3D) => object.position.set(-3, 0.2, 5) && object.rotateY(2.1)],
    ['mirrored', (object: Object3D) => object.scale.set(-1, 1, 1)],
  ])('reaches for a place of the scene, %s itself or with what carries it', async (_, move) => {
    for (const who of ['object', 'carrier'] as const) {
      const body = await character(MANNEQUIN);
      const hand = body.rig.humanoid.leftHand!;
      const node = body.rig.binding.nodes[hand]!;
      move(body[who]);
      const target = place3(body.place(node).lerp(body.place(body.rig.binding.nodes[body.rig.humanoid.chest!]!), 0.3));
      const goals = [{ kind: 'position', joint: hand, target: body.link.point(target) }] as const;
      const { pose, status } = core.createSolver(body.rig.skeleton).solve(body.link.read(body.rig), goals);
      body.link.apply(body.rig, pose);
      expect(status).toBe('reached');
      expect(body.place(node).distanceTo(new Vector3(...target))).toBeLessThan(1.1e-3);
      const back = body.link.pointInScene(body.link.point(target));
      expect(new Vector3(...back).distanceTo(new Vector3(...target))).toBeLessThan(1e-9);
    }
  });

  test('has a hand turned as the scene says', async () => {
    const body = await character(MANNEQUIN);
    body.carrier.rotation.set(0.2, 1.3, -0.4);
    const hand = body.rig.humanoid.leftHand!;
    const object = body.link.nodes[body.rig.binding.nodes[hand]!]!;
    body.carrier.updateMatrixWorld(true);
    const wanted = object
      .getWorldQuaternion(new Quaternion())
      .multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.3));
    const target = body.link.rotation(wanted.toArray());
    const goals = [{ kind: 'orientation', joint: hand, target, tolerance: 1e-4 }] as const;
    const { pose } = core.createSolver(body.rig.skeleton).solve(body.link.read(body.rig), goals);
    body.link.apply(body.rig, pose);
    body.carrier.updateMatrixWorld(true);
    expect(object.getWorldQuaternion(new Quaternion()).angleTo(wanted)).toBeLessThan(2e-4);
  });
});

test('what is written by mistake for a character is refused with what to write', async () => {
  const body = await character(MANNEQUIN);
  const { link, rig, object, carrier } = body;
  const rest = core.restPose(rig.skeleton);
  const solver = core.createSolver(rig.skeleton);
  const far = new Vector3(0, 1, 0);
  const place = { position: [0, 1, 0], rotation: [0, 0, 0, 1] };
  const track = (head: object) => core.createTracker(rig).update({ head, leftHand: place, rightHand: place } as never, 1 / 90);
  const vector = /got an object with x, y, z: write \[v\.x, v\.y, v\.z\]$/;
  const mistakes: readonly (readonly [() => unknown, RegExp])[] = [
    [() => link.point(far as never), vector],
    [() => link.pointInScene(far as never), vector],
    [() => link.pointFrom(rig, 1, far as never), vector],
    [() => link.rotation(new Quaternion() as never), /write \[v\.x, v\.y, v\.z, v\.w\]$/],
    [() => link.rotationInScene([0, 90, 0] as never), /the rotation must be 4 numbers, got 3$/],
    [() => link.point([0, NaN, 0]), /the point must be 3 finite numbers .* got 0, NaN, 0$/],
    [() => link.point(new Vector4(0, 1, 0, 1) as never), vector],
    [() => core.sceneFromObject3D({ scene: object } as never), /must be an Object3D of three.js, got a file: write gltf.scene$/],
    [
      () => core.createPuller(rig).begin(rest, 'leftHand', ['leftFoot', 'rightFoot'] as never),
      /the pins must be an object, got a list: write pinned\("leftFoot", "rightFoot"\)$/,
    ],
    [
      () => core.createPuller(rig).trace({} as never, 'lastMove'),
      /the move must be one that `last` of a pull returned, got an object$/,
    ],
    [() => track({ position: [0, 1.6, 0], orientation: [0, 0, 0, 1] }), /"orientation"; near it is "rotation"$/],
    [() => track({ position: new Vector4(0, 1.6, 0, 1), rotation: [0, 0, 0, 1] }), vector],
    [
      () => solver.solve(rest, [{ kind: 'orientation', joint: 3, target: [0, 0, 0, 1], tolerance: 5 }]),
      /the tolerance in radians must be at most 3.14\d*, got 5: of degrees write toRadians\(5\)$/,
    ],
    [() => core.cone({ swing: 1 } as never), /a cone cannot have the field "swing"; it may have axis, centre, half, min, max/],
  ];
  for (const [mistake, sentence] of mistakes) expect(mistake).toThrow(sentence);
  carrier.scale.setScalar(0);
  expect(() => link.point([0, 1, 0])).toThrow(/where the character is carried to must be 3 finite numbers/);
});

const robot = sharedData('rigs/robot-expressive.glb');
const knight = sharedData('rigs/kaykit-knight.glb');

describe.skipIf(robot === null || knight === null)('an animation below inverse kinematics', () => {
  const clips = [
    [robot ?? '', 'Walking'],
    [robot ?? '', 'Sitting'],
    [robot ?? '', 'Dance'],
    [knight ?? '', 'Walking_A'],
    [knight ?? '', 'Sit_Floor_Idle'],
  ] as const;

  test.each(
    few(
      clips.map(([file, name]) => [basename(file), name, file] as const),
      2,
    ),
  )('of %s, %s, stays as it is where nothing is asked', async (_, name, file) => {
    const body = await character(file);
    const clip = body.animations.find((each) => each.name === name)!;
    const mixer = new AnimationMixer(body.object);
    mixer.clipAction(clip).play();
    const { humanoid, skeleton, binding } = body.rig;
    const arm = [humanoid.leftUpperArm!, humanoid.leftLowerArm!];
    const solver = core.createSolver(core.movingOnly(skeleton, arm));
    const below = new Set([...skeleton.names.keys()].filter((j) => isBelow(skeleton.parents, arm[0]!, j)));
    let worst = 0;
    let asked = 0;
    for (let frame = 0; frame < 20; frame++) {
      mixer.setTime((frame / 20) * clip.duration);
      const played = body.places();
      const pose = body.link.read(body.rig);
      body.link.apply(body.rig, pose);
      body.places().forEach((at, node) => (worst = Math.max(worst, at.distanceTo(played[node]!))));
      const target = place3(played[binding.nodes[humanoid.leftHand!]!]!.lerp(played[binding.nodes[humanoid.head!]!]!, 0.1));
      const goal = {
        kind: 'position',
        joint: humanoid.leftHand!,
        target: body.link.pointFrom(body.rig, arm[0]!, target),
      } as const;
      const outcome = solver.solve(pose, [goal]);
      body.link.apply(body.rig, outcome.pose, { only: arm });
      const now = body.places();
      for (const [j, node] of binding.nodes.entries()) {
        if (!below.has(j)) worst = Math.max(worst, now[node]!.distanceTo(played[node]!));
      }
      if (outcome.status === 'reached')
        asked = Math.max(asked, now[binding.nodes[humanoid.leftHand!]!]!.distanceTo(new Vector3(...target)));
    }
    expect(worst).toBeLessThan(1e-4);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(1.1e-3);
  });
});

function isBelow(parents: Int32Array, top: number, joint: number): boolean {
  for (let j = joint; j >= 0; j = parents[j]!) if (j === top) return true;
  return false;
}

function place3({ x, y, z }: Vector3): [number, number, number] {
  return [x, y, z];
}
