import type { Quat } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { CharacterScene, SceneNode } from '../../core/skeleton/scene.ts';

/** A joint of a figure: world place at rest, and the joint it hangs from. */
export interface FigureJoint {
  readonly name: string;
  readonly parent: string | null;
  readonly at: Vec3;
  /** World rotation at rest. Default: none. */
  readonly turned?: Quat;
  /** A bare node of the file, no skin joint. */
  readonly isBare?: boolean;
}

function side(sign: 1 | -1, suffix: string): FigureJoint[] {
  const joint = (name: string, parent: string, x: number, y: number, z: number): FigureJoint => ({
    name: `${name}.${suffix}`,
    parent: parent.startsWith('=') ? parent.slice(1) : `${parent}.${suffix}`,
    at: [sign * x, y, z],
  });
  return [
    joint('upperarm', '=chest', 0.18, 1.442, 0),
    joint('lowerarm', 'upperarm', 0.18 + 0.2817, 1.442, 0),
    joint('hand', 'lowerarm', 0.18 + 0.2817 + 0.2689, 1.442, 0),
    joint('thigh', '=hips', 0.09, 0.926, 0),
    joint('shin', 'thigh', 0.09, 0.504, 0),
    joint('foot', 'shin', 0.09, 0.07, 0),
    joint('toes', 'foot', 0.09, 0.01, 0.15),
  ];
}

/** A plain figure of 1.741 m in T-pose looking along +Z, with the joint heights of a standing man (de Leva 1996), no neck, no fingers. */
export function plainFigure(): FigureJoint[] {
  return [
    { name: 'hips', parent: null, at: [0, 0.95, 0] },
    { name: 'spine', parent: 'hips', at: [0, 1.08, 0] },
    { name: 'chest', parent: 'spine', at: [0, 1.26, 0] },
    { name: 'neck', parent: 'chest', at: [0, 1.458, 0] },
    { name: 'head', parent: 'neck', at: [0, 1.56, 0] },
    { name: 'head_end', parent: 'head', at: [0, 1.741, 0], isBare: true },
    ...side(1, 'l'),
    ...side(-1, 'r'),
  ];
}

function product(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

function turnedBy(q: Quat, v: Vec3): Vec3 {
  const [x, y, z] = product(product(q, [v[0], v[1], v[2], 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [x, y, z];
}

/** A scene whose nodes are the joints, parents before children. */
export function sceneOf(joints: readonly FigureJoint[]): CharacterScene {
  const indices = new Map(joints.map(({ name }, i) => [name, i]));
  const nodes = joints.map(({ name, parent, at, turned = [0, 0, 0, 1] }): SceneNode => {
    const above = parent === null ? null : joints[indices.get(parent)!]!;
    const [x, y, z, w] = above?.turned ?? [0, 0, 0, 1];
    const inverse: Quat = [-x, -y, -z, w];
    const [px, py, pz] = above?.at ?? [0, 0, 0];
    return {
      name,
      parent: parent === null ? -1 : indices.get(parent)!,
      translation: turnedBy(inverse, [at[0] - px, at[1] - py, at[2] - pz]),
      rotation: product(inverse, turned),
      scale: [1, 1, 1],
    };
  });
  const skinJoints = joints.flatMap(({ isBare }, i) => (isBare ? [] : [i]));
  return { nodes, skinJoints, meshNodes: [], meshExtents: [], declaredBones: {} };
}

function placed(joints: readonly FigureJoint[], place: (joint: FigureJoint) => Vec3): FigureJoint[] {
  return joints.map((joint) => ({ ...joint, at: place(joint) }));
}

/** `point` turned about the axis through `centre` along z (`axis` 2), y (1) or x (0), right-handed, degrees. */
function swung(point: Vec3, centre: Vec3, axis: 0 | 1 | 2, degrees: number): Vec3 {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const result: [number, number, number] = [...point];
  result[a] = centre[a] + c * (point[a] - centre[a]) - s * (point[b] - centre[b]);
  result[b] = centre[b] + s * (point[a] - centre[a]) + c * (point[b] - centre[b]);
  return result;
}

function belongsTo(joints: readonly FigureJoint[], joint: FigureJoint, root: string): boolean {
  for (let name: string | null = joint.name; name !== null; name = joints.find((each) => each.name === name)!.parent) {
    if (name === root) return true;
  }
  return false;
}

/** Turns everything from `root` down about `root`. */
export function bentAt(joints: readonly FigureJoint[], root: string, axis: 0 | 1 | 2, degrees: number): FigureJoint[] {
  const centre = joints.find(({ name }) => name === root)!.at;
  return placed(joints, (joint) => (belongsTo(joints, joint, root) ? swung(joint.at, centre, axis, degrees) : joint.at));
}

/** Lowers both arms from the T-pose. */
export function armsLowered(joints: readonly FigureJoint[], degrees: number): FigureJoint[] {
  return bentAt(bentAt(joints, 'upperarm.l', 2, -degrees), 'upperarm.r', 2, degrees);
}

/** Bends knees backward and elbows forward at rest; feet stay level. */
export function preBent(joints: readonly FigureJoint[], degrees: number): FigureJoint[] {
  let bent = [...joints];
  for (const suffix of ['l', 'r']) {
    bent = bentAt(bent, `shin.${suffix}`, 0, degrees);
    bent = bentAt(bent, `foot.${suffix}`, 0, -degrees);
    bent = bentAt(bent, `lowerarm.${suffix}`, 1, suffix === 'l' ? -degrees : degrees);
  }
  return bent;
}

/** The whole figure turned about +Y and scaled. */
export function stagedAs(joints: readonly FigureJoint[], yaw: number, size: number): FigureJoint[] {
  return placed(joints, ({ at }) => {
    const [x, y, z] = swung(at, [0, 0, 0], 1, yaw);
    return [size * x, size * y, size * z];
  });
}

/** Every joint's own axes turned at random: no convention to rely on. */
export function withRandomAxes(joints: readonly FigureJoint[], random: () => number): FigureJoint[] {
  return joints.map((joint): FigureJoint => {
    const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const n = Math.hypot(x, y, z, w);
    return { ...joint, turned: [x / n, y / n, z / n, w / n] };
  });
}

/** A joint put into the middle of the bone that ends at `child`: a split limb or, beside the chain, a twist bone. */
export function splitBefore(joints: readonly FigureJoint[], child: string, name: string, isInLine: boolean): FigureJoint[] {
  const lower = joints.find((joint) => joint.name === child)!;
  const upper = joints.find((joint) => joint.name === lower.parent)!;
  const at = [0, 1, 2].map((k) => (lower.at[k]! + upper.at[k]!) / 2) as unknown as Vec3;
  return joints.flatMap((joint): FigureJoint[] => {
    if (joint !== lower) return [joint];
    return [{ name, parent: upper.name, at }, isInLine ? { ...joint, parent: name } : joint];
  });
}
