import { sizeOf } from '../../core/humanoid/body/rig.ts';
import {
  closeHand,
  createSurface,
  createTouch,
  findContacts,
  fingersOfHand,
  meshOfShape,
  placeInHand,
  placeSurface,
  restPose,
  seededRandom,
  walkOverGround,
  type Shape,
} from '../../core/index.ts';
import { bumpyMesh } from '../helpers/bumpy-mesh.ts';
import { sharedClips } from '../helpers/shared-clips.ts';
import { fingeredRigs } from '../helpers/fingered-rigs.ts';
import { canTouch } from '../helpers/touch-in-reach.ts';
import { GROUNDS, groundFor, measureWalk } from '../helpers/walked-ground.ts';
import { measureCollisions } from './collisions.ts';
import { atShare, median } from './statistics.ts';

const QUERIES = 3000;
const BRUTE = 60;
/** Millimetres from a surface within which a fingertip touches it. */
const TIP = 2;
/** How often a grip is timed: the least counts. */
const TRIES = 3;
const SIDES = ['left', 'right'] as const;

/** Prints how surfaces, grips and walks over ground do beside what they have to reach. */
export function measureThings(print: (line: string) => void): void {
  measureSurfaces(print);
  measureCollisions(print);
  measureGrips(print);
  measureWalks(print);
}

function measureSurfaces(print: (line: string) => void): void {
  print('| surface of a mesh of 20,000 triangles | µs: median | 95 % | worst |\n|---|---|---|---|');
  const mesh = bumpyMesh(101, 100);
  const surface = createSurface(mesh);
  const touch = createTouch();
  const random = seededRandom(1);
  const points = Array.from({ length: QUERIES }, () => [0, 1, 2].map(() => 2 * random() - 1));
  const time = (name: string, count: number, call: (i: number) => void): void => {
    const times = Array.from({ length: count }, (_, i) => {
      const start = performance.now();
      call(i);
      return 1000 * (performance.now() - start);
    });
    print(`| ${name} | ${median(times).toFixed(1)} | ${atShare(times, 0.95).toFixed(1)} | ${Math.max(...times).toFixed(0)} |`);
  };
  time('nearest point', QUERIES, (i) => surface.nearest(points[i]!, touch));
  time('way of 20 cm to 2 m', QUERIES, (i) => surface.enters(points[i]!, points[(i + 1) % QUERIES]!, touch));
  const { positions } = meshOfShape(mesh);
  // One surface a triangle: what it costs without a tree.
  const triangles = Array.from({ length: 2000 }, (_, i) =>
    createSurface({ kind: 'mesh', positions: positions.slice(9 * i, 9 * i + 9), indices: Uint32Array.of(0, 1, 2) }),
  );
  time('nearest point, each triangle of 2,000 in turn', BRUTE, (i) => {
    for (const triangle of triangles) triangle.nearest(points[i]!, touch);
  });
  const turn = [0, 0.6, 0, 0.8] as const;
  time('placing it anew', QUERIES, () => placeSurface(surface, [0, 1, 0], turn));
  print('');
}

function measureGrips(print: (line: string) => void): void {
  let first: number | undefined;
  print(
    '| grips of 2 to 12 cm, both hands | fingers that touch | thumbs | that do not but could | farthest that touches | deepest | ms: median | worst |',
  );
  print('|---|---|---|---|---|---|---|---|');
  for (const { name, rig } of fingeredRigs()) {
    for (const kind of ['ball', 'cylinder', 'box'] as const) {
      let [touching, fingers, thumbs, could, hands, above, deep] = [0, 0, 0, 0, 0, 0, 0];
      const times: number[] = [];
      for (const side of SIDES) {
        for (const cm of [2, 4, 6, 8, 10, 12]) {
          const d = (cm / 100) * sizeOf(rig);
          const shapes: Readonly<Record<string, Shape>> = {
            ball: { kind: 'ball', radius: d / 2 },
            cylinder: { kind: 'cylinder', radius: d / 2, height: 0.3 * sizeOf(rig) },
            box: { kind: 'box', size: [d, d, d] },
          };
          const shape = shapes[kind]!;
          const place = placeInHand(rig, side, shape);
          const surface = placeSurface(createSurface(shape), place.position, place.rotation);
          const pose = restPose(rig.skeleton);
          const tries = Array.from({ length: TRIES }, () => {
            const start = performance.now();
            const grip = closeHand(rig, pose, side, surface);
            return { grip, ms: performance.now() - start };
          });
          const { grip, ms } = tries[0]!;
          first ??= ms;
          // What else runs on the machine only ever adds to a time.
          times.push(Math.min(...tries.map((each) => each.ms)));
          hands++;
          for (const finger of fingersOfHand(rig, side)) {
            const isTouching = grip.touching.includes(finger);
            if (finger === 'Thumb') thumbs += isTouching ? 1 : 0;
            else {
              fingers++;
              touching += isTouching ? 1 : 0;
            }
            const gap = (1000 * grip.gaps[finger]!) / sizeOf(rig);
            if (!isTouching && gap > TIP && canTouch(rig, side, finger, surface)) could++;
            if (isTouching) above = Math.max(above, gap);
            deep = Math.max(deep, -gap);
          }
        }
      }
      print(
        `| ${name}, ${kind} | ${touching} of ${fingers} | ${thumbs} of ${hands} | ${could} | ${above.toFixed(2)} mm | ${deep.toFixed(2)} mm | ${median(times).toFixed(2)} | ${Math.max(...times).toFixed(1)} |`,
      );
    }
  }
  print(`\nThe first grip of all, before the engine has compiled it: ${first?.toFixed(1)} ms\n`);
}

function measureWalks(print: (line: string) => void): void {
  print('| captured walks over ground | above | inside | slide a frame | swinging, inside | knees | climb | ms a frame |');
  print('|---|---|---|---|---|---|---|---|');
  for (const { name, onto, rig, clip } of sharedClips((file) => /cmu-12_01-walk|mh-12_03-walk/.test(file))) {
    const flat = { ...clip, contacts: findContacts(rig, clip) };
    for (const kind of GROUNDS) {
      const ground = groundFor(rig, flat, kind);
      const start = performance.now();
      const walked = walkOverGround(rig, flat, ground);
      const ms = (performance.now() - start) / (clip.duration * clip.fps);
      const { above, inside, slide, swing, knees, climb } = measureWalk(rig, flat, walked, ground);
      const millimetres = [above, inside, slide, swing].map((each) => `${each.toFixed(2)} mm`).join(' | ');
      print(
        `| ${name}, ${onto}, ${kind} | ${millimetres} | ${knees.map((each) => each.toFixed(0)).join('° … ')}° | ${climb.toFixed(2)} m | ${ms.toFixed(2)} |`,
      );
    }
  }
}
