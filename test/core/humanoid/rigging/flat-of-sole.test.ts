import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { footShape } from '../../../../core/animation/foot-shapes.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { sceneTransforms } from '../../../../core/humanoid/body/scene-transforms.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees, toRadians } from '../../../../core/math/angles.ts';
import { conjugate, fromAxisAngle, IDENTITY, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { add, dot, subtract, vec3At, type Vec3 } from '../../../../core/math/vec3.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

/** The character resting with what hangs from a node turned about that by a world rotation, and what is drawn on it. */
function turnedAt(scene: CharacterScene, node: number, turn: Quat): CharacterScene {
  const { positions, rotations } = sceneTransforms(scene);
  const isBelow = (each: number): boolean => each === node || (each >= 0 && isBelow(scene.nodes[each]!.parent));
  const above = scene.nodes[node]!.parent;
  const rotation = multiply(conjugate(above < 0 ? IDENTITY : rotations[above]!), multiply(turn, rotations[node]!));
  const { bindPose: _bound, ...rest } = scene;
  return {
    ...rest,
    nodes: scene.nodes.map((each, i) => (i === node ? { ...each, rotation } : each)),
    meshExtents: scene.meshExtents.map((extent) => {
      if (!isBelow(extent.node)) return extent;
      const points = Array.from({ length: extent.points.length / 3 }, (_, i): Vec3 =>
        add(positions[node]!, rotate(turn, subtract(vec3At(extent.points, i), positions[node]!))),
      );
      const heights = points.map(([, y]) => y);
      return { ...extent, lowest: Math.min(...heights), highest: Math.max(...heights), points: points.flat() };
    }),
  };
}

const shared = ['rigs/kaykit-knight.glb', 'rigs/rigify-names-mannequin.glb', 'rigs/unreal-names-male.glb'].map(sharedData);

describe.each([MANNEQUIN, ...shared.filter((path) => path !== null)].map((path) => [basename(path), path] as const))(
  'the sole of %s',
  (_, path) => {
    const { scene } = openCharacterFile(basename(path), new Uint8Array(readFileSync(path)));
    const standing = buildRig(scene);
    const ankle = standing.binding.nodes[standing.humanoid.leftFoot!]!;
    const [x, , z] = standing.report.facing;

    test.each([
      ['tilted outwards', [x, 0, z], 30],
      ['tilted inwards', [x, 0, z], -30],
      ['pointed', [z, 0, -x], 40],
      ['tilted and pointed', [x + z, 0, z - x], 35],
    ] as const)('is where it is in a file that rests with the foot %s', (_name, [ax, ay, az], degrees) => {
      const axis: Vec3 = [ax / Math.hypot(ax, az), ay, az / Math.hypot(ax, az)];
      const posed = buildRig(turnedAt(scene, ankle, fromAxisAngle(axis, toRadians(degrees))));
      const [plain, found] = [standing, posed].map((rig) => footShape(rig, 'left'));
      expect(toDegrees(Math.acos(Math.min(1, dot(plain!.up, found!.up))))).toBeLessThan(4);
      const over = (shape: typeof plain, { report }: typeof posed) => shape!.standing - report.floor;
      expect(Math.abs(over(found, posed) - over(plain, standing))).toBeLessThan(0.012);
    });
  },
);
