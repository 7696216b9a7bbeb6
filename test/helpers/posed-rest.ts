import { sceneTransforms } from '../../core/humanoid/body/scene-transforms.ts';
import { fromAxisAngle, multiply, rotate, type Quat } from '../../core/math/quat.ts';
import { add, type Vec3 } from '../../core/math/vec3.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { plainFigure, sceneOf, type FigureJoint } from './figure.ts';

/** What a file tells beside the pose in which it rests. */
export interface Told {
  /** Its skin was bound in the T-pose. */
  readonly bind?: boolean;
  /** It has feet to see: boxes of 26 cm with a heel behind the ankle. */
  readonly mesh?: boolean;
}

/** Degrees by which a joint is turned about its own x, y and z, in that order, in the rest of a file. */
export type RestTurns = Readonly<Record<string, readonly [x: number, y: number, z: number]>>;

function turnOf([x, y, z]: readonly [number, number, number]): Quat {
  const about = (axis: Vec3, degrees: number) => fromAxisAngle(axis, (degrees * Math.PI) / 180);
  return multiply(multiply(about([1, 0, 0], x), about([0, 1, 0], y)), about([0, 0, 1], z));
}

/** Half a box about a foot's joint: across, from sole to instep and from heel to toes, metres. */
const FOOT = { wide: 0.045, down: 0.07, up: 0.03, back: 0.07, ahead: 0.19 } as const;

/** Points over a foot as the joint carries them: a flat sole, an instep that falls to the toes. */
function footPoints(): Vec3[] {
  const points: Vec3[] = [];
  for (const x of [-1, -0.5, 0, 0.5, 1]) {
    for (let i = 0; i <= 8; i++) {
      const z = -FOOT.back + (i / 8) * (FOOT.ahead + FOOT.back);
      const top = z < 0.03 ? FOOT.up : FOOT.up - (0.6 * (z - 0.03) * (FOOT.up + FOOT.down)) / FOOT.ahead;
      points.push([x * FOOT.wide, -FOOT.down, z], [x * FOOT.wide, top, z]);
    }
  }
  return points;
}

/** The plain figure, or other joints, in a file that rests in another pose than that of the figure, which stands. The lowest of what is known of its feet is on the floor. */
export function posedRest(turns: RestTurns, told: Told, joints: readonly FigureJoint[] = plainFigure()): CharacterScene {
  const standing = sceneOf(joints);
  const posed = standing.nodes.map((node) => {
    const turn = turns[node.name];
    return turn ? { ...node, rotation: multiply(node.rotation, turnOf(turn)) } : node;
  });
  const { positions, rotations } = sceneTransforms({ ...standing, nodes: posed });
  const feet = posed.flatMap(({ name }, node) => (name.startsWith('foot.') ? [node] : []));
  const drawn = feet.map((node) => footPoints().map((point) => add(positions[node]!, rotate(rotations[node]!, point))));
  const ends = posed.flatMap(({ name }, node) => (/^(foot|toes)\./.test(name) ? [positions[node]![1]] : []));
  const lowest = told.mesh ? Math.min(...drawn.flat().map(([, y]) => y)) : Math.min(...ends) - 0.01;
  const nodes = posed.map((node) => {
    if (node.parent >= 0) return node;
    const [x, y, z] = node.translation;
    return { ...node, translation: [x, y - lowest, z] as const };
  });
  return {
    ...standing,
    nodes,
    ...(told.bind && { bindPose: standing.nodes }),
    meshNodes: told.mesh ? feet : [],
    meshExtents: told.mesh
      ? feet.map((node, i) => {
          const points = drawn[i]!.map(([x, y, z]): Vec3 => [x, y - lowest, z]);
          const heights = points.map(([, y]) => y);
          return { node, lowest: Math.min(...heights), highest: Math.max(...heights), points: points.flat() };
        })
      : [],
  };
}
