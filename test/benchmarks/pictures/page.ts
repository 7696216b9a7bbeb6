// Runs in the studio's page, served from its sources: draws the character in a pose before a background, and asks the detector what it sees.
import { createDetector, lookTwice, type Detector } from '../../../renderer/detecting/create-detector.ts';
import { openPath } from '../../../renderer/state/documents/open-path.ts';
import { createPictureStage, type PictureStage } from '../../../renderer/viewport/pictures/picture-stage.ts';
import type { Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { seededRandom } from '../../../core/math/random.ts';

/** A picture to be taken. */
export interface Shot {
  readonly pose: readonly number[];
  readonly orbit: Orbit;
  readonly background: number;
}

/** What the detector tells of a shot, see `Detection`. */
export interface Seen {
  readonly straight: readonly number[] | null;
  readonly mirrored: readonly number[] | null;
}

const WIDTH = 480;
const HEIGHT = 640;

let stage: PictureStage | null = null;
let detector: Detector | null = null;
let page: HTMLCanvasElement | null = null;

/** Opens a character and makes its stage ready. */
export async function open(path: string | null): Promise<void> {
  const { studio } = window.limber!;
  if (path !== null) await openPath(studio, path);
  stage?.dispose();
  stage = await createPictureStage(studio.getState(), {
    width: WIDTH,
    height: HEIGHT,
    background: 'transparent',
    shows: { bones: false, grid: false, shadow: false, springs: false, trails: false },
  });
  detector ??= await createDetector(() => {}, new AbortController().signal);
  page ??= Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
}

/** What both looks of the detector see of a shot; null where nobody. */
export async function shoot(shot: Shot): Promise<Seen> {
  take(shot);
  const { straight, mirrored } = await lookTwice(detector!, await createImageBitmap(page!));
  return { straight: straight && [...straight], mirrored: mirrored && [...mirrored] };
}

/** A film to be taken by one camera before one background: poses that follow each other. */
export interface Film {
  readonly poses: readonly (readonly number[])[];
  readonly fps: number;
  readonly orbit: Orbit;
  readonly background: number;
}

/** What the detector tells of a frame of a film, null where it sees nobody; and how many times as wide as high that is. */
export interface SeenFrame {
  readonly numbers: readonly number[] | null;
  readonly aspect: number;
}

/** What the detector sees of each frame of a film, which has the grain of a camera. */
export async function watch({ poses, fps, orbit, background }: Film): Promise<SeenFrame[]> {
  const seen: SeenFrame[] = [];
  for (const [i, pose] of poses.entries()) {
    take({ pose, orbit, background });
    drawGrain(page!.getContext('2d')!, i);
    const detection = await detector!.detect(await createImageBitmap(page!), i > 0, (1000 * i) / fps);
    seen.push({ numbers: detection && [...detection], aspect: WIDTH / HEIGHT });
  }
  return seen;
}

/** Levels of brightness by which grain makes a pixel brighter or darker at most. */
const GRAIN = 8;

function drawGrain(context: CanvasRenderingContext2D, seed: number): void {
  const random = seededRandom(seed + 1);
  const image = context.getImageData(0, 0, WIDTH, HEIGHT);
  for (let i = 0; i < image.data.length; i += 4) {
    const grain = GRAIN * (2 * random() - 1);
    for (let c = 0; c < 3; c++) image.data[i + c]! += grain;
  }
  context.putImageData(image, 0, 0);
}

function take({ pose, orbit, background }: Shot): void {
  const context = page!.getContext('2d')!;
  drawBackground(context, background);
  const moment = { pose: Float64Array.from(pose) as unknown as Pose, time: 0, label: '' };
  context.drawImage(stage!.draw(moment, orbit), 0, 0);
}

/** A wall and a floor with things on them, in the colours of the seed. */
function drawBackground(context: CanvasRenderingContext2D, seed: number): void {
  const random = seededRandom(seed + 1);
  const colour = () => `hsl(${Math.floor(360 * random())} ${Math.floor(10 + 40 * random())}% ${Math.floor(25 + 60 * random())}%)`;
  const horizon = HEIGHT * (0.55 + 0.3 * random());
  context.fillStyle = colour();
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour();
  context.fillRect(0, horizon, WIDTH, HEIGHT);
  for (let i = 0; i < 12; i++) {
    context.fillStyle = colour();
    const size = 20 + 120 * random();
    context.fillRect(WIDTH * random() - 30, random() < 0.5 ? horizon - size : HEIGHT * random(), size * (0.3 + random()), size);
  }
}
