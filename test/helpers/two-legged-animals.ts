import type { Vec3 } from '../../core/math/vec3.ts';
import type { FigureJoint } from './figure.ts';

/** How the joints of an animal are called: for what they are, or by numbers. */
export type Naming = 'named' | 'numbered';

type Row = readonly [name: string, parent: string | null, at: Vec3];

/** Both sides of a limb: `rows` are those of the left, their names end with the side. */
function bothSides(rows: readonly Row[]): Row[] {
  const sided = (name: string, side: string): string => (name.startsWith('=') ? name.slice(1) : `${name}_${side}`);
  return (['L', 'R'] as const).flatMap((side) =>
    rows.map(([name, parent, [x, y, z]]): Row => [
      sided(name, side),
      parent && sided(parent, side),
      [side === 'L' ? x : -x, y, z],
    ]),
  );
}

function called(rows: readonly Row[], naming: Naming): FigureJoint[] {
  const names = new Map(rows.map(([name], i) => [name, naming === 'named' ? name : `Bone ${i}`]));
  return rows.map(([name, parent, at]) => ({ name: names.get(name)!, parent: parent && names.get(parent)!, at }));
}

/** A chain of joints from `start` by `step` each. */
function chain(name: string, parent: string, count: number, start: Vec3, step: Vec3): Row[] {
  return Array.from({ length: count }, (_, i): Row => [
    `${name}${i + 1}`,
    i === 0 ? parent : `${name}${i}`,
    [start[0] + i * step[0], start[1] + i * step[1], start[2] + i * step[2]],
  ]);
}

/**
 * A lizard of 58 joints and 1.7 m that stands upright and looks along +Z: legs of hip, knee, hock, foot and toes, a tail of eight joints, forearms that hang
 * from a helper in the elbow, hands of three fingers.
 */
export function lizard(naming: Naming): FigureJoint[] {
  const finger = (name: string, x: number): Row[] => [
    [`${name}1`, 'hand', [0.66, 1.3, x]],
    [`${name}2`, `${name}1`, [0.7, 1.3, x]],
    [`${name}3`, `${name}2`, [0.73, 1.3, x]],
  ];
  return called(
    [
      ['hips', null, [0, 0.86, -0.02]],
      ['spine', 'hips', [0, 1.0, 0]],
      ['chest', 'spine', [0, 1.18, 0.03]],
      ['neck', 'chest', [0, 1.4, 0.05]],
      ['head', 'neck', [0, 1.52, 0.1]],
      ['jaw', 'head', [0, 1.54, 0.14]],
      ...chain('tail', 'hips', 8, [0, 0.84, -0.14], [0, -0.06, -0.12]),
      ...bothSides([
        ['eye', '=head', [0.05, 1.6, 0.16]],
        ['clavicle', '=chest', [0.04, 1.32, 0.04]],
        ['upperarm', 'clavicle', [0.17, 1.32, 0.02]],
        ['elbow_helper', 'upperarm', [0.38, 1.31, 0]],
        ['forearm', 'elbow_helper', [0.38, 1.31, 0]],
        ['hand', 'forearm', [0.58, 1.3, 0.03]],
        ...finger('index', 0.06),
        ...finger('middle', 0.03),
        ...finger('thumb', 0),
        ['thigh', '=hips', [0.11, 0.82, -0.02]],
        ['shin', 'thigh', [0.13, 0.55, 0.17]],
        ['hock', 'shin', [0.13, 0.27, -0.11]],
        ['foot', 'hock', [0.13, 0.05, 0.02]],
        ['toes', 'foot', [0.13, 0.02, 0.12]],
        ['claws', 'toes', [0.13, 0.01, 0.18]],
      ]),
      ['crest', 'head', [0, 1.7, 0.02]],
      ['jaw_end', 'jaw', [0, 1.5, 0.26]],
    ],
    naming,
  );
}

/** A bird-like runner 1.1 m high with a level trunk, its tail behind, small arms, and legs of hip, knee, hock and foot, without toes. It looks along +Z. */
export function runner(naming: Naming): FigureJoint[] {
  return called(
    [
      ['hips', null, [0, 0.8, -0.05]],
      ['spine', 'hips', [0, 0.84, 0.1]],
      ['chest', 'spine', [0, 0.88, 0.26]],
      ['neck', 'chest', [0, 0.96, 0.38]],
      ['neck2', 'neck', [0, 1.06, 0.44]],
      ['head', 'neck2', [0, 1.14, 0.5]],
      ['jaw', 'head', [0, 1.11, 0.53]],
      ['crest', 'head', [0, 1.18, 0.5]],
      ...chain('tail', 'hips', 6, [0, 0.82, -0.2], [0, 0.005, -0.13]),
      ...bothSides([
        ['upperarm', '=chest', [0.09, 0.82, 0.3]],
        ['forearm', 'upperarm', [0.12, 0.68, 0.26]],
        ['hand', 'forearm', [0.12, 0.6, 0.36]],
        ['thigh', '=hips', [0.09, 0.78, -0.05]],
        ['shin', 'thigh', [0.11, 0.56, 0.14]],
        ['hock', 'shin', [0.11, 0.27, -0.09]],
        ['foot', 'hock', [0.11, 0.04, 0.03]],
      ]),
    ],
    naming,
  );
}
