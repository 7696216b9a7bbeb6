import { describe, expect, test } from 'vitest';
import type { FilmMotion } from '../../../../core/formats/pictures/motion-of-film.ts';
import { confidenceOf, doubtMarkers, motionDoubtsInWords } from '../../../../renderer/state/pictures/film-doubts.ts';

type Doubt = FilmMotion['doubts'][number];

const PARTS = ['Shoulder', 'Elbow', 'Wrist', 'Hip', 'Knee', 'Ankle'];
const SURE = Object.fromEntries(
  ['left', 'right'].flatMap((side) => PARTS.map((part) => [`${side}${part}`, 0.9])),
) as Doubt['sure'];
const NONE: Doubt['doubts'] = { leftShoulder: 0, rightShoulder: 0, leftHip: 0, rightHip: 0 };
const clear: Doubt = { sure: SURE, doubts: NONE };
const hidden: Doubt = { sure: { ...SURE, leftWrist: 0.2 }, doubts: NONE };
const torn: Doubt = { sure: SURE, doubts: { ...NONE, rightHip: 0.4 } };

const frames = (...parts: readonly (readonly [number, Doubt])[]) =>
  parts.flatMap(([count, doubt]) => Array<Doubt>(count).fill(doubt));
const allSeen = (doubts: readonly Doubt[]) => doubts.map(() => true);

describe('The doubts of a motion', () => {
  test('are a number a frame: the least of what is seen and of what speaks for a limb', () => {
    expect(confidenceOf([clear, hidden, torn])).toEqual([0.9, 0.2, 0.6]);
  });

  test('are marked where a doubtful stretch begins, and short pauses do not end it', () => {
    const doubts = frames([30, clear], [10, hidden], [3, clear], [10, hidden], [30, clear], [9, torn], [8, clear]);
    expect(doubtMarkers(doubts, allSeen(doubts), 30)).toEqual([
      { name: 'Uncertain: left arm', time: 1 },
      { name: 'Uncertain: right leg', time: 83 / 30 },
    ]);
  });

  test('of a moment are not marked, and frames without anybody are named as such', () => {
    const doubts = frames([30, clear], [2, hidden], [30, clear], [6, hidden], [10, clear]);
    const isSeen = doubts.map((_, frame) => frame < 62 || frame > 67);
    expect(doubtMarkers(doubts, isSeen, 30)).toEqual([{ name: 'Nobody seen', time: 62 / 30 }]);
  });

  test('are told for the limbs that are often uncertain, with the frames in which nobody was found', () => {
    const doubts = frames([20, clear], [20, hidden], [20, torn]);
    expect(motionDoubtsInWords(doubts, allSeen(doubts), true)).toBe('Check how far limbs reach to the front and back.');
    const often = frames([10, clear], [25, hidden], [25, torn]);
    const isSeen = often.map((_, frame) => frame > 2);
    expect(motionDoubtsInWords(often, isSeen, false)).toBe(
      'Nobody was found in 3 of its 60 frames, which are bridged. Often hardly seen: left arm. May often lean the other way: right leg. The character is not built like a person: check all of it.',
    );
  });
});
