import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { placeShape } from '../../../../core/humanoid/body/body-shape.ts';
import { distance, dot, lerp, subtract, vec3At, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { seenSkin } from '../../../helpers/seen-skin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

const PARTS = {
  trunk: /^(hips|spine|chest|upperChest)$/,
  shoulders: /Shoulder$/,
  arms: /(Upper|Lower)Arm$/,
  hands: /(Hand|Thumb|Index|Middle|Ring|Little)/,
  legs: /(Upper|Lower)Leg$/,
  feet: /(Foot|Toes)$/,
} as const;
type Part = keyof typeof PARTS;

/** Millimetres, of a figure 1.75 m tall, that the skin which is seen is outside the shape, negative where the shape is over it: sorted, by part. */
function skinOutside(path: string): Record<Part, number[]> {
  const { scene, seen } = seenSkin(path, 0.008);
  const rig = buildRig(scene);
  const { parents } = rig.skeleton;
  const joints = new Map([...rig.binding.nodes].map((node, joint) => [node, joint]));
  const bones = new Map(Object.entries(rig.humanoid).map(([bone, joint]) => [joint, bone]));
  const boneOf = (node: number): string => {
    let at = node;
    while (at >= 0 && !joints.has(at)) at = scene.nodes[at]!.parent;
    let joint = joints.get(at) ?? -1;
    while (joint >= 0 && !bones.has(joint)) joint = parents[joint]!;
    return bones.get(joint) ?? '';
  };
  const placed = placeShape(rig.shape, forwardKinematics(rig.skeleton, restPose(rig.skeleton)));
  const axes = rig.shape.map(({ radius }, i) => ({ start: vec3At(placed, 2 * i), end: vec3At(placed, 2 * i + 1), radius }));
  const outside = (place: Vec3): number =>
    Math.min(
      ...axes.map(({ start, end, radius }) => {
        const way = subtract(end, start);
        const share = Math.min(1, Math.max(0, dot(subtract(place, start), way) / Math.max(dot(way, way), 1e-18)));
        return distance(place, lerp(start, end, share)) - radius;
      }),
    );
  const found: Record<Part, number[]> = { trunk: [], shoulders: [], arms: [], hands: [], legs: [], feet: [] };
  const names = new Map([...new Set(seen.map(({ node }) => node))].map((node) => [node, boneOf(node)]));
  for (const { place, node } of seen) {
    const part = (Object.keys(PARTS) as Part[]).find((each) => PARTS[each].test(names.get(node)!));
    if (part) found[part].push((outside(place) / rig.report.height) * 1750);
  }
  for (const part of Object.keys(PARTS) as Part[]) found[part].sort((a, b) => a - b);
  return found;
}

const files = [
  MANNEQUIN,
  ...['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb'].flatMap((name) => sharedData(name) ?? []),
];

describe.each(files)('the shape of %s', (path) => {
  const found = skinOutside(path);
  const at = (part: Part, share: number): number => found[part][Math.floor(share * found[part].length)]!;

  it('stands out of the trunk by less than a centimetre nearly everywhere', () => {
    expect(at('trunk', 0.05)).toBeGreaterThan(-10);
  });

  it('has the skin of every part on its surface in the middle, and within millimetres of it on the average', () => {
    for (const [part, mean] of [
      ['trunk', 6],
      ['shoulders', 10],
      ['arms', 5],
      ['hands', 4],
      ['legs', 7],
      ['feet', 6],
    ] as const) {
      expect(Math.abs(at(part, 0.5)), part).toBeLessThan(3);
      expect(found[part].reduce((sum, value) => sum + Math.abs(value), 0) / found[part].length, part).toBeLessThan(mean);
    }
  });
});
