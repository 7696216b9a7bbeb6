import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { readUrdf } from '../../../../core/formats/urdf/read-urdf.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { jointNamed } from '../../../../core/skeleton/joint-values.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { ROBOT_TABLES } from '../../../helpers/robot-tables.ts';

const joint = (name: string, parent: string, child: string, type = 'fixed', inside = ''): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const robot = (inside: string): string => `<?xml version="1.0"?><!-- <robot> --><robot name="r">${inside}</robot>`;

describe.each(ROBOT_TABLES.map(({ robot: table }) => [table.name, table] as const))('%s', (_, table) => {
  const links = ['base', ...table.joints.map(({ name }) => `after ${name}`)];
  const text = robot(
    [...links]
      .reverse()
      .map((name) => `<link name='${name}'/>`)
      .join('\n') +
      table.joints
        .map(({ name, type, xyz, rpy, axis, lower, upper }, i) =>
          joint(
            name,
            links[i]!,
            links[i + 1]!,
            type,
            `<origin rpy="${rpy.join(' ')}" xyz="${xyz.join('  ')}" /> ${axis ? `<axis xyz="${axis.join(' ')}"></axis>` : ''}<limit lower="${lower ?? 0}" upper="${upper ?? 0}" effort="1"/>`,
          ),
        )
        .toReversed()
        .join(''),
  );

  test('stands where matrices of three.js have it, at any angles', () => {
    const { skeleton, links: found, notes } = readUrdf(text);
    expect(skeleton.names.slice(1)).toEqual(table.joints.map(({ name }) => name));
    expect([found.map(({ name }) => name), notes]).toEqual([links, []]);
    const pose = restPose(skeleton);
    const world = new Matrix4();
    for (const [i, { type, xyz, rpy, axis }] of table.joints.entries()) {
      const angle = type === 'fixed' ? 0 : 0.4 - 0.3 * i;
      setRotation(pose, i + 1, fromAxisAngle(axis ?? [0, 0, 1], angle));
      const rest = new Quaternion().setFromEuler(new Euler(rpy[0], rpy[1], rpy[2], 'ZYX'));
      const turned = rest.multiply(new Quaternion().setFromAxisAngle(new Vector3(...(axis ?? [0, 0, 1])), angle));
      world.multiply(new Matrix4().compose(new Vector3(...xyz), turned, new Vector3(1, 1, 1)));
    }
    const at = new Vector3().setFromMatrixPosition(world);
    const [x, y, z] = worldPosition(forwardKinematics(skeleton, pose), skeleton.count - 1);
    expect(at.distanceTo(new Vector3(x, y, z))).toBeLessThan(1e-12);
  });
});

test('kinds of joints, limits and shapes become limits and boxes', () => {
  const shape = (kind: string, origin = '') => `<collision>${origin}<geometry>${kind}</geometry></collision>`;
  const { skeleton, links, notes } = readUrdf(
    robot(
      `<link name="a">${shape('<box size="1 2 3"/>', '<origin xyz="0 0 5" rpy="0 0 1.5"/>')}<visual><geometry><sphere radius="9"/></geometry></visual></link>
      <link name="b">${shape('<cylinder radius=".5" length="2"/>')}${shape('<sphere radius="1"/>')}</link>
      <link name="c"><visual><geometry><mesh filename="package://c.stl" scale="0.001 0.001 -0.001"/></geometry></visual></link><link name="d"/><link name="e"/>
      ${joint('ab', 'a', 'b', 'prismatic', '<axis xyz="0 3 0"/><limit lower="-0.1" upper="0.4"/>')}${joint('bc', 'b', 'c', 'continuous', '<axis xyz="0 0 1"/>')}
      ${joint('cd', 'c', 'd', 'revolute', '<limit upper="2" lower="1"/><mimic joint="bc"/>')}${joint('ce', 'c', 'e', 'revolute')}`,
    ),
    { meshBounds: (file) => (file.endsWith('c.stl') ? { min: [0, 0, 0], max: [1000, 500, 200] } : null) },
  );
  expect(skeleton.limits.slice(1)).toEqual([
    { kind: 'prismatic', axis: [0, 1, 0], min: -0.1, max: 0.4 },
    { kind: 'hinge', axis: [0, 0, 1], min: -Math.PI, max: Math.PI },
    { kind: 'hinge', axis: [1, 0, 0], min: 1, max: 2 },
    { kind: 'hinge', axis: [1, 0, 0], min: -Math.PI, max: Math.PI },
  ]);
  const [a, b, c, d] = links.map(({ boxes }) => boxes);
  const turn = fromAxisAngle([0, 0, 1], 1.5);
  expect(a!.map(({ centre, size }) => [centre, size])).toEqual([
    [
      [0, 0, 5],
      [1, 2, 3],
    ],
  ]);
  a![0]!.turn.forEach((value, k) => expect(value).toBeCloseTo(turn[k]!, 12));
  expect(b!.map(({ size }) => size)).toEqual([
    [1, 1, 2],
    [2, 2, 2],
  ]);
  expect(c!.map(({ centre, size }) => [centre, size])).toEqual([
    [
      [0.5, 0.25, -0.1],
      [1, 0.5, 0.2],
    ],
  ]);
  expect([d, notes.length, jointNamed(skeleton, 'cd')]).toEqual([[], 2, 3]);
});

test.each([
  ['', 'the URDF must be XML with one element that holds all others, got 0'],
  ['<robot', 'the URDF cannot be read as XML from "<robot" on'],
  ['<robot><!-- x</robot>', 'the URDF cannot be read as XML from "<!-- x</robot>" on'],
  ['<robot><link name="a"></robot>', 'the URDF ends the element "robot", which is not open there'],
  ['<robot><link name="a"/>', 'the URDF does not end the element "robot"'],
  ['<a/><b/>', 'the URDF must be XML with one element that holds all others, got 2'],
  ['<sdf/>', 'a URDF must hold a robot, got "sdf"'],
  [
    robot('<xacro:include filename="x"/>'),
    'the file is a xacro, not yet a URDF: expand "xacro:include" first (xacro robot.xacro > robot.urdf)',
  ],
  [robot(''), 'a robot must have one link that hangs from none, got 0'],
  [robot('<link name="a"/><link name="a"/>'), 'two links have the name "a"'],
  [robot('<link/>'), 'a link must have the attribute "name"'],
  [robot(`<link name="a"/>${joint('j', 'a', 'b')}`), 'joint "j" names the link "b", which there is not'],
  [robot(`<link name="a"/><link name="b"/>${joint('j', 'a', 'b')}${joint('k', 'a', 'b')}`), 'the link "b" hangs from two joints'],
  [
    robot(`<link name="a"/><link name="b"/><link name="c"/>${joint('j', 'c', 'b')}${joint('k', 'b', 'c')}`),
    'the joints go round in a circle: some hang from each other, not from the base',
  ],
  [
    robot(`<link name="a"/><link name="b"/>${joint('j', 'a', 'b', 'floating')}`),
    'joint "j" must be revolute, continuous, prismatic or fixed, got "floating"',
  ],
  [
    robot(`<link name="a"/><link name="b"/>${joint('j', 'a', 'b', 'revolute', '<axis xyz="0 0 0"/>')}`),
    'joint "j": the axis must have a length above 0',
  ],
  [
    robot(`<link name="a"/><link name="b"/>${joint('j', 'a', 'b', 'revolute', '<origin xyz="0 0 NaN"/>')}`),
    'joint "j": xyz must be 3 numbers, got "0 0 NaN"',
  ],
  [
    robot(`<link name="a"/><link name="b"/>${joint('j', 'a', 'b', 'revolute', '<limit lower="2" upper="1"/>')}`),
    'joint "j": the lower limit must not be above the upper one, got 2 and 1',
  ],
  ['<a>'.repeat(200), 'the URDF is nested more than 100 levels deep'],
  [`<robot ${'a'.repeat(2_000_000)}`, `the URDF cannot be read as XML from "<robot ${'a'.repeat(23)}" on`],
])('%.60s is refused in a sentence', (text, sentence) => {
  expect(() => readUrdf(text)).toThrow(sentence);
});
