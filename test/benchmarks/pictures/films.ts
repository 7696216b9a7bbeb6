import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { keyedFrames, simplifyClip } from '../../../core/animation/simplify-clip.ts';
import { slideOfContacts } from '../../../core/animation/holding/contact-spans.ts';
import { motionSource } from '../../../core/formats/clips/motion-source.ts';
import { motionOfFilm } from '../../../core/formats/pictures/motion-of-film.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { LimbExamples } from '../../../core/humanoid/picture/limb-examples.ts';
import { readSeenPerson } from '../../../core/humanoid/picture/seen-person.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { clampPose, isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { atShare } from '../statistics.ts';
import { limbErrors, limbPlaces } from './measure.ts';
import type { PicturePage } from './open-page.ts';

const FPS = 30;
/** Captured takes and the second in which the film of each begins. */
const TAKES = [
  { name: 'walk', file: 'bvh/cmu-12_01-walk.bvh', from: 0 },
  { name: 'jumping jacks', file: 'bvh/cmu-jumping-jacks.bvh', from: 0.5 },
  { name: 'kick', file: 'bvh/cmu-10_01-kick.bvh', from: 0 },
  { name: 'hops', file: 'bvh/cmu-01_01-hops.bvh', from: 0.5 },
  { name: 'wave', file: 'bvh/fair1-wave-hello.bvh', from: 1 },
  { name: 'dance', file: 'bvh/rokoko-dance.bvh', from: 2 },
] as const;
/** The camera: radians aside of the front and above the horizon, and its distance and height in heights of the character. */
const CAMERA = { yaw: 0.35, pitch: 0.12, distance: 2.6, middle: 0.5 } as const;
/** How near a clip of few keys stays to the one it is made of. */
const NEAR = { distance: 0.01, angle: toRadians(3) } as const;

/** What is measured of a film. */
interface FilmErrors {
  /** Degrees by which upper arms, forearms, thighs and shins are off. */
  readonly limbs: readonly [number[], number[], number[], number[]];
  readonly frames: number;
  readonly nobody: number;
  readonly outside: number;
  /** Metres that contacts slide in a frame at most. */
  readonly slide: number;
  /** Keyed frames of all, once the clip is made simple. */
  readonly keys: number;
  /** Degrees that limbs turn from frame to frame, root mean square. */
  readonly turns: number;
}

export const FILM_HEAD = [
  '| character | film | frames | nobody | upper arms, median / 90 % | forearms | thighs | shins | all limbs | outside limits | slide, mm | keys |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
] as const;

/** A line a film of a character, one of all of them, and one that says how much a film of somebody who stands still trembles. */
export async function* filmRows(
  page: PicturePage,
  name: string,
  rig: Rig,
  examples: LimbExamples,
  frames: number,
): AsyncGenerator<string> {
  const all: FilmErrors[] = [];
  for (const { name: take, file, from } of TAKES) {
    const path = sharedData(file);
    if (!path) continue;
    const poses = await posesOfTake(rig, path, from, frames);
    const found = await measureFilm(page, rig, examples, poses);
    all.push(found);
    yield rowOf(name, take, found);
  }
  if (all.length === 0) return;
  const joined = [0, 1, 2, 3].map((limb) => all.flatMap(({ limbs }) => limbs[limb]!)) as unknown as FilmErrors['limbs'];
  const sum = (key: 'frames' | 'nobody' | 'outside' | 'keys') => all.reduce((total, each) => total + each[key], 0);
  const slide = Math.max(...all.map((each) => each.slide));
  const total = { frames: sum('frames'), nobody: sum('nobody'), outside: sum('outside'), keys: sum('keys'), slide, turns: 0 };
  yield rowOf(name, 'all', { ...total, limbs: joined });
  const [stands] = await posesOfTake(rig, sharedData(TAKES[4].file)!, TAKES[4].from, 2);
  const still = await measureFilm(page, rig, examples, Array<Pose>(frames).fill(stands!));
  yield `${rowOf(name, 'still', still)} trembles by ${still.turns.toFixed(2)}° a frame`;
}

async function posesOfTake(rig: Rig, path: string, from: number, frames: number): Promise<Pose[]> {
  const source = await loadCharacter(path);
  const motion = motionSource(source, source.animations[0]!);
  const { clip } = retargetClip(motion.rig, motion.clip, rig, { fps: FPS, hands: false, limits: true });
  const times = Array.from({ length: frames }, (_, i) => from + i / FPS).filter((time) => time <= clip.duration);
  return posesAt(rig.skeleton, clip, times).map((pose) => clampPose(rig.skeleton, pose).pose);
}

async function measureFilm(page: PicturePage, rig: Rig, examples: LimbExamples, poses: readonly Pose[]): Promise<FilmErrors> {
  const { height } = rig.report;
  const middle = (axis: 0 | 2) => poses.reduce((sum, pose) => sum + pose[axis]!, 0) / poses.length;
  const way = Math.max(...poses.map((pose) => Math.hypot(pose[0]! - middle(0), pose[2]! - middle(2))));
  const orbit = {
    target: [middle(0), CAMERA.middle * height, middle(2)] as const,
    yaw: CAMERA.yaw,
    pitch: CAMERA.pitch,
    distance: CAMERA.distance * height + way,
  };
  const seen = await page.watch({ poses: poses.map((pose) => [...pose]), fps: FPS, orbit, background: 7 });
  const film = seen.map(({ numbers, aspect }, i) => ({ time: i / FPS, seen: numbers && readSeenPerson(numbers, aspect) }));
  const settings = { id: 'film', name: 'film', fps: FPS, film, count: poses.length };
  const { clip } = motionOfFilm(rig, settings, examples);
  const played = playedClip(rig, clip, {});
  const found = posesAt(rig.skeleton, played, frameTimes(played));
  const places = found.map((pose) => limbPlaces(rig, pose));
  const errors = places.map((each, i) => limbErrors(each, limbPlaces(rig, poses[i]!)));
  const limbs = [0, 1, 2, 3].map((limb) => errors.flatMap((each) => [each[limb]!, each[limb + 4]!]));
  const turned = places.slice(1).flatMap((each, i) => limbErrors(each, places[i]!));
  return {
    limbs: limbs as unknown as FilmErrors['limbs'],
    frames: poses.length,
    nobody: film.filter((each) => !each.seen).length,
    outside: found.filter((pose) => !isInsideLimits(rig.skeleton, pose)).length,
    slide: slideOfContacts(rig, clip, played).largest,
    keys: keyedFrames(simplifyClip(rig, clip, NEAR).clip),
    turns: Math.hypot(...turned) / Math.sqrt(turned.length),
  };
}

function rowOf(name: string, film: string, { limbs, frames, nobody, outside, slide, keys }: FilmErrors): string {
  const shown = [...limbs, limbs.flat()].map(
    (degrees) => `${atShare(degrees, 0.5).toFixed(1)}° / ${atShare(degrees, 0.9).toFixed(1)}°`,
  );
  return `| ${name} | ${film} | ${frames} | ${nobody} | ${shown.join(' | ')} | ${outside} | ${(1000 * slide).toFixed(2)} | ${keys} |`;
}
