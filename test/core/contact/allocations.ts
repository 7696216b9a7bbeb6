import { createSurface, createTouch, placeSurface, seededRandom, STANDARD_SHAPES } from '../../../core/index.ts';
import { bumpyMesh } from '../../helpers/bumpy-mesh.ts';
import { countAllocations } from '../../helpers/count-allocations.ts';

/** Prints how many bytes a call allocates on average that asks a surface, and one that asks nothing. */
const random = seededRandom(1);
const touch = createTouch();
const points = Array.from({ length: 64 }, () => Float64Array.from({ length: 3 }, () => 2 * random() - 1));
let turn = 0;
/** Two points, others on each call. */
let from = points[0]!;
let to = from;
const move = (): void => {
  turn = (turn + 1) & 63;
  from = points[turn]!;
  to = points[(turn + 7) & 63]!;
};
const counts: Record<string, number> = { nothing: await countAllocations(move, 4000) };
for (const [name, shape] of Object.entries({
  mesh: bumpyMesh(40, 60),
  ball: STANDARD_SHAPES.ball,
  cylinder: STANDARD_SHAPES.cylinder,
})) {
  const surface = placeSurface(createSurface(shape), [0.1, 0.2, 0.3], [0, 0.6, 0, 0.8]);
  counts[name] = await countAllocations(() => {
    move();
    surface.nearest(from, touch);
    surface.enters(from, to, touch);
  }, 4000);
}
console.log(JSON.stringify(counts));
