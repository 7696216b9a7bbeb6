// `npm run bench-pictures`: poses that the studio draws of its own characters, and what it finds of them in the pictures.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { pointsOfPerson } from '../../core/formats/pictures/points-of-person.ts';
import { poseOfPoints } from '../../core/formats/pictures/motion-of-points.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { fuseViews } from '../../core/humanoid/picture/fuse-views.ts';
import type { LimbExamples } from '../../core/humanoid/picture/limb-examples.ts';
import { personLengths } from '../../core/humanoid/picture/person-lengths.ts';
import { readSeenPerson, type SeenPart, type SeenPerson } from '../../core/humanoid/picture/seen-person.ts';
import { readLooks, type ReadPerson } from '../../core/humanoid/picture/two-looks.ts';
import { isInsideLimits } from '../../core/skeleton/limit-state.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { loadCharacter } from '../../electron/cli/load-character.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { FILM_HEAD, filmRows } from './pictures/films.ts';
import { starterExamples } from './pictures/starter-poses.ts';
import { limbErrors, limbPlaces, type LimbPlaces } from './pictures/measure.ts';
import { openPicturePage, type PicturePage } from './pictures/open-page.ts';
import type { Seen, Shot } from './pictures/page.ts';
import { picturedPoses } from './pictures/poses.ts';
import { atShare } from './statistics.ts';

const USAGE = `npm run bench-pictures -- [--poses N] [--frames N] [--only pictures|films] [--rig NAME] [--seed N] [--save]
Draws characters in poses of captured motion, from the front, both sides and the back, at one of three heights, before a wall and a floor with things, and finds
the poses again. Prints by how many degrees the bones of the limbs are off at the median and the 90th percentile, once both bodies are turned onto each other:
of the detector alone, of the pose that the character is given, and of that by two pictures a quarter turn apart. None of the poses is in the starter library,
which is what is known of limbs.
Then it draws films of captured motion with the grain of a camera, makes motion of them as the studio does, and prints the same of each kind of limb, what contacts
slide, the keys that are left once a clip is made simple, and how much a film of somebody who stands still trembles.
  --poses N   poses of each character, four pictures each (default 60; the bars are meant for 200)
  --frames N  frames of each film (default 60)
  --only KIND only pictures, or only films
  --rig NAME  only characters whose file's name holds this
  --seed N    other poses (default 1)
  --save      keep the table under test/benchmarks/results`;

const RIGS = ['rigs/unreal-names-male.glb', 'rigs/kaykit-knight.glb', 'rigs/robot-expressive.glb'] as const;
const VIEWS = ['front', 'left', 'back', 'right'] as const;
/** How far above the horizon the camera stands, radians: at the knees, at the chest, and over the head. */
const HEIGHTS = [-0.12, 0.12, 0.5] as const;
/** Distance of the camera and height of what it looks at, in heights of the character. */
const DISTANCE = 2.6;
const MIDDLE = 0.5;
/** Width over height of a picture. */
const ASPECT = 480 / 640;

interface Errors {
  readonly detector: number[];
  readonly pose: number[];
  readonly two: number[];
  none: number;
  outside: number;
  pictures: number;
}

const { values } = parseArgs({
  options: {
    poses: { type: 'string', default: '60' },
    frames: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    rig: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else if (!['', 'pictures', 'films'].includes(values.only))
  throw new Error(`--only must be pictures or films, got "${values.only}"`);
else await main(wholeNumber('--poses', values.poses), wholeNumber('--frames', values.frames), wholeNumber('--seed', values.seed));

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} must be a whole number above 0, got "${text}"`);
  return number;
}

async function main(poses: number, frames: number, seed: number): Promise<void> {
  const files = [MANNEQUIN, ...RIGS.flatMap((file) => sharedData(file) ?? [])].filter((file) =>
    basename(file).includes(values.rig),
  );
  const examples = starterExamples((await loadCharacter(MANNEQUIN)).rig);
  const page = await openPicturePage(files);
  const lines: string[] = [];
  const tell = (...told: readonly string[]): void => {
    lines.push(...told);
    for (const line of told) console.log(line);
  };
  tell(
    `Limber ${manifest.version}, Node ${process.version}, seed ${seed}, ${poses} poses a character, four pictures each, films of ${frames} frames.`,
    '',
  );
  if (values.only !== 'films')
    tell(
      '| character | view | pictures | no person | detector alone, median / 90 % | pose | with the next side | outside limits |',
      '|---|---|---|---|---|---|---|---|',
    );
  try {
    for (const file of files) {
      const { rig } = await loadCharacter(file);
      const wanted = await picturedPoses(rig, poses, seed);
      if (wanted.length === 0) {
        console.log('SKIP bench-pictures: the folder ../shared/data is not there');
        return;
      }
      if (values.only === 'films') continue;
      await page.open(file);
      tell(...(await measureRig(page, basename(file), rig, examples, wanted)));
    }
    if (values.only !== 'pictures') await tellFilms(page, files, examples, frames, tell);
  } finally {
    await page.close();
  }
  if (values.save)
    writeFileSync(join(import.meta.dirname, 'results', `pictures-${manifest.version}.md`), `${lines.join('\n')}\n`);
}

async function tellFilms(
  page: PicturePage,
  files: readonly string[],
  examples: LimbExamples,
  frames: number,
  tell: (...lines: readonly string[]) => void,
): Promise<void> {
  tell('', ...FILM_HEAD);
  for (const file of files) {
    const { rig } = await loadCharacter(file);
    await page.open(file);
    for await (const line of filmRows(page, basename(file), rig, examples, frames)) tell(line);
  }
}

async function measureRig(
  page: PicturePage,
  name: string,
  rig: Rig,
  examples: LimbExamples,
  poses: readonly Pose[],
): Promise<string[]> {
  const found = VIEWS.map((): Errors => ({ detector: [], pose: [], two: [], none: 0, outside: 0, pictures: 0 }));
  for (const [p, pose] of poses.entries()) {
    const seen: Seen[] = [];
    for (const side of VIEWS.keys()) seen.push(await page.shoot(shotOf(rig, pose, p, side)));
    measurePose(rig, examples, pose, seen, found);
  }
  const rows = VIEWS.map((view, side) => rowOf(name, view, found[side]!));
  return [...rows, rowOf(name, 'all', joined(found))];
}

function shotOf(rig: Rig, pose: Pose, p: number, side: number): Shot {
  const { height } = rig.report;
  const orbit = {
    target: [0, MIDDLE * height, 0] as const,
    yaw: (side * Math.PI) / 2,
    pitch: HEIGHTS[p % 3]!,
    distance: DISTANCE * height,
  };
  return { pose: [...pose], orbit, background: 4 * p + side };
}

function measurePose(rig: Rig, examples: LimbExamples, wanted: Pose, seen: readonly Seen[], into: readonly Errors[]): void {
  const { lengths } = personLengths(rig);
  const truth = limbPlaces(rig, wanted);
  const look = (numbers: readonly number[] | null): SeenPerson | null => numbers && readSeenPerson(numbers, ASPECT);
  const people = seen.map(({ straight, mirrored }) => readLooks(look(straight), look(mirrored), lengths, examples));
  people.forEach((found, side) => {
    const errors = into[side]!;
    errors.pictures++;
    const straight = look(seen[side]!.straight);
    if (straight) errors.detector.push(...limbErrors(believedPlaces(straight), truth));
    if (!found) {
      errors.none++;
      return;
    }
    const pose = poseOfPoints(rig, pointsOfPerson(found.seen, found.person));
    if (!isInsideLimits(rig.skeleton, pose)) errors.outside++;
    errors.pose.push(...limbErrors(limbPlaces(rig, pose), truth));
    const next = people[(side + 1) % VIEWS.length];
    if (next) errors.two.push(...limbErrors(limbPlaces(rig, poseOfTwo(rig, found, next)), truth));
  });
}

function poseOfTwo(rig: Rig, first: ReadPerson, second: ReadPerson): Pose {
  return poseOfPoints(rig, pointsOfPerson(first.seen, fuseViews(first.person, second.person)));
}

function believedPlaces(seen: SeenPerson): LimbPlaces {
  return Object.fromEntries(
    (Object.keys(seen) as SeenPart[]).map((part) => [part, seen[part].believed]),
  ) as unknown as LimbPlaces;
}

function joined(errors: readonly Errors[]): Errors {
  const all = (key: 'detector' | 'pose' | 'two') => errors.flatMap((each) => each[key]);
  const sum = (key: 'none' | 'outside' | 'pictures') => errors.reduce((total, each) => total + each[key], 0);
  return {
    detector: all('detector'),
    pose: all('pose'),
    two: all('two'),
    none: sum('none'),
    outside: sum('outside'),
    pictures: sum('pictures'),
  };
}

function rowOf(name: string, view: string, { detector, pose, two, none, outside, pictures }: Errors): string {
  const shown = [detector, pose, two].map((degrees) =>
    degrees.length === 0 ? '–' : `${atShare(degrees, 0.5).toFixed(1)}° / ${atShare(degrees, 0.9).toFixed(1)}°`,
  );
  const missed = `${none} (${((100 * none) / pictures).toFixed(1)} %)`;
  return `| ${name} | ${view} | ${pictures} | ${missed} | ${shown.join(' | ')} | ${outside} |`;
}
