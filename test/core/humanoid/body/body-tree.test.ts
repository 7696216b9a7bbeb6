import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import type { CharacterScene, SceneNode } from '../../../../core/skeleton/scene.ts';

type Placed = readonly [name: string, parent: string | null, x: number, y: number, z: number];

const SIDE: readonly Placed[] = [
  ['Shoulder', 'Chest', 0.05, 0.18, 0],
  ['Arm', 'Shoulder', 0.13, 0, 0],
  ['ForeArm', 'Arm', 0.28, 0, 0],
  ['Hand', 'ForeArm', 0.25, 0, 0],
  ['UpLeg', 'Hips', 0.1, -0.05, 0],
  ['Leg', 'UpLeg', 0, -0.42, 0.01],
  ['Foot', 'Leg', 0, -0.43, -0.01],
  ['ToeBase', 'Foot', 0, -0.07, 0.13],
];
const MIDDLE = ['Hips', 'Spine', 'Chest', 'Neck', 'Head'];
const BODY: readonly Placed[] = [
  ['Hips', null, 0, 1, 0],
  ['Spine', 'Hips', 0, 0.1, 0],
  ['Chest', 'Spine', 0, 0.2, 0],
  ['Neck', 'Chest', 0, 0.22, 0],
  ['Head', 'Neck', 0, 0.1, 0],
  ...(['Left', 'Right'] as const).flatMap((side) =>
    SIDE.map(([name, parent, x, y, z]): Placed => {
      const above = MIDDLE.includes(parent!) ? parent! : `${side}${parent!}`;
      return [`${side}${name}`, above, side === 'Left' ? x : -x, y, z];
    }),
  ),
];

/** Nodes of a scene under construction; names are those of the figure, said otherwise by `rename`. */
function tree(
  nodes: SceneNode[],
  placed: readonly Placed[],
  rename: (name: string) => string,
  top: number,
  unit: number,
): number[] {
  const places = new Map<string, number>();
  return placed.map(([name, parent, ...at]) => {
    const place = nodes.length;
    const translation = at.map((value) => value / unit) as unknown as Vec3;
    nodes.push(node(rename(name), parent === null ? top : places.get(parent)!, translation));
    places.set(name, place);
    return place;
  });
}

function node(name: string, parent: number, translation: Vec3 = [0, 0, 0]): SceneNode {
  return { name, parent, translation, rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
}

const EFFECTORS: readonly Placed[] = Array.from({ length: 30 }, (_, i) => [`Effector${i}`, null, 0, 1, 0] as const);
const MARKERS: readonly Placed[] = Array.from(
  { length: 41 },
  (_, i) => [`M${i}`, null, 0.7 * Math.sin(3 * i), 0.02 + (1.75 * i) / 40, 0.1 * Math.cos(5 * i)] as const,
);

interface Extras {
  readonly below: 'roots' | 'one root';
  readonly first: boolean;
  readonly unit: number;
  readonly turned: boolean;
  readonly kinds: boolean;
}

/** A figure of 21 joints beside a larger tree. */
function beside(
  other: 'controls' | 'markers' | 'unnamed controls',
  how: Extras,
): { scene: CharacterScene; body: readonly number[] } {
  const nodes: SceneNode[] = [];
  if (how.below === 'one root') nodes.push({ ...node('Scene', -1), scale: [how.unit, how.unit, how.unit] });
  const top = nodes.length - 1;
  const unit = top < 0 ? 1 : how.unit;
  let body: number[] = [];
  const figure = (): void => void (body = tree(nodes, BODY, (name) => name, top, unit));
  const rest = (): void => {
    nodes.push(node(other === 'markers' ? 'Optical' : 'Ctrl_Reference', top));
    const reference = nodes.length - 1;
    if (other === 'markers') return void tree(nodes, MARKERS, (name) => name, reference, unit);
    const rename = other === 'controls' ? (name: string) => `Ctrl_${name}` : (name: string) => `x${name.length}_${nodes.length}`;
    tree(nodes, BODY, rename, reference, unit);
    tree(nodes, EFFECTORS, rename, reference, unit);
  };
  for (const add of how.first ? [figure, rest] : [rest, figure]) add();
  const scene: CharacterScene = {
    nodes,
    skinJoints: [],
    meshNodes: [],
    meshExtents: [],
    declaredBones: {},
    ...(how.turned && { turningNodes: [...body] }),
    ...(how.kinds && { boneNodes: [...body] }),
  };
  return { scene, body };
}

const cases = (['controls', 'markers', 'unnamed controls'] as const).flatMap((other) =>
  (['roots', 'one root'] as const).flatMap((below) =>
    [true, false].flatMap((first) =>
      ([1, 0.01] as const).map((unit, i) => ({
        other,
        below,
        first,
        unit,
        turned: (i === 0) === first,
        kinds: (i === 1) === first,
      })),
    ),
  ),
);

describe('a figure without a skin', () => {
  test.each(cases)('is posed, not the $other beside it (%#: $below, first $first, unit $unit)', ({ other, ...how }) => {
    const { scene, body } = beside(other, how);
    const { humanoid, binding } = buildRig(scene);
    const named = (bone: keyof typeof humanoid) => scene.nodes[binding.nodes[humanoid[bone]!]!]!.name;
    expect(body).toContain(binding.nodes[humanoid.leftHand!]);
    expect([named('hips'), named('leftHand'), named('rightFoot'), named('head')]).toEqual([
      'Hips',
      'LeftHand',
      'RightFoot',
      'Head',
    ]);
    expect([...binding.nodes].every((each) => body.includes(each))).toBe(true);
  });

  test('that has no names is told from its controls by what is turned, or by the kinds of nodes', () => {
    for (const sign of ['turningNodes', 'boneNodes'] as const) {
      const { scene, body } = beside('unnamed controls', { below: 'roots', first: false, unit: 1, turned: false, kinds: false });
      const nodes = scene.nodes.map((each, i) => ({ ...each, name: `n${i}` }));
      expect([...buildRig({ ...scene, nodes, [sign]: body }).binding.nodes].every((each) => body.includes(each))).toBe(true);
    }
  });
});
