import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import {
  buildRig,
  createPuller,
  createSurface,
  forwardKinematics,
  restPose,
  seededRandom,
  type Solid,
  type Surface,
} from '../../core/index.ts';
import { add, lerp, type Vec3 } from '../../core/math/vec3.ts';
import { pointOf } from '../../core/skeleton/forward-kinematics.ts';
import { bumpyMesh } from '../helpers/bumpy-mesh.ts';
import { readGlbScene } from '../helpers/glb-scene.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { FEET } from './posing/figure.ts';
import { atShare } from './statistics.ts';

const DRAGS = 16;
const MOVES = 20;
const NAMES: readonly HandleName[] = ['rightHand', 'leftHand', 'rightHand', 'leftFoot', 'head', 'hips', 'leftElbow', 'chest'];

/** What a move of a pull costs, move by move: milliseconds of a processor, and how often the prop is asked. */
interface Costs {
  readonly milliseconds: readonly number[];
  readonly queries: readonly number[];
}

/**
 * Prints what a prop costs that seeded drags run into, step by step, from the grab into its middle: a ball, which is asked by a formula, and a mesh of 20,000
 * triangles of that size, in the way and far away. What both cost is what the stops of a pull look for; what the mesh costs more is its tree.
 */
export function measureCollisions(print: (line: string) => void): void {
  const ball = createSurface({ kind: 'ball', radius: 0.5 });
  const mesh = createSurface(bumpyMesh(101, 100));
  const at = (surface: Surface, position: Vec3): Solid => ({ surface, position, rotation: [0, 0, 0, 1] });
  const props: readonly (readonly [string, Solid])[] = [
    ['a ball of 1 m', at(ball, [0, 0.55, 0.62])],
    ['a mesh of 20,000 triangles', at(mesh, [0, 1.05, 0.62])],
    ['that mesh, out of reach', at(mesh, [0, 1.05, 3])],
  ];
  dragInto(props[1]![1]);
  const none = dragInto(null).milliseconds;
  print(
    `A move of a pull without a prop: ${atShare(none, 0.5).toFixed(2)} ms at the median, ${atShare(none, 0.95).toFixed(1)} at 95 %\n`,
  );
  print('| prop in the way of a pull | ms more: median | 95 % | queries: median | 95 % |');
  print('|---|---|---|---|---|');
  for (const [name, solid] of props) {
    const more = dragInto(solid).milliseconds.map((each, i) => each - none[i]!);
    const { queries } = dragInto(counted(solid));
    const told = [more, queries].flatMap((each) => [0.5, 0.95].map((share) => atShare(each, share)));
    print(`| ${name} | ${told.map((each, i) => each.toFixed(i < 2 ? 2 : 0)).join(' | ')} |`);
  }
  print('');
}

let asked = 0;

function counted(solid: Solid): Solid {
  const { surface } = solid;
  const nearest: Surface['nearest'] = (...query) => {
    asked++;
    surface.nearest(...query);
  };
  return { ...solid, surface: { ...surface, nearest } };
}

/** Milliseconds that this process had a processor: others on the machine do not count. */
function processorTime(): number {
  return process.cpuUsage().user / 1000;
}

function dragInto(solid: Solid | null): Costs {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const rest = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, rest);
  const puller = createPuller(rig);
  const random = seededRandom(3);
  const milliseconds: number[] = [];
  const queries: number[] = [];
  for (let drag = 0; drag < DRAGS; drag++) {
    const name = NAMES[drag % NAMES.length]!;
    const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
    const from = pointOf(world, joint, offset);
    const inwards = name.startsWith('right') ? 0.3 : name.startsWith('left') ? -0.3 : 0;
    const ahead = /Hand|Foot/.test(name) ? 0.5 : 0.25;
    const target = add(from, [inwards * random(), 0.3 * (random() - 0.5), ahead]);
    const pull = puller.begin(rest, name, name === 'leftFoot' ? { rightFoot: FEET.rightFoot! } : FEET);
    for (let move = 1; move <= MOVES; move++) {
      asked = 0;
      const start = processorTime();
      pull.to(lerp(from, target, move / MOVES), {
        keepsDirection: false,
        bodyStops: true,
        floorStops: true,
        solids: solid ? [solid] : [],
      });
      milliseconds.push(processorTime() - start);
      queries.push(asked);
    }
  }
  return { milliseconds, queries };
}
