import { describe, expect, test } from 'vitest';
import { advancePlay } from '../../../../core/animation/sampling.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { passStart, piecesOfPass, type HeardSound, type Playing } from '../../../../renderer/state/sound/heard.ts';

const buffer = { duration: 10 } as AudioBuffer;

/** The time in the file of a sound that is heard so many seconds after playback began; null: none. */
function heardAt(sound: HeardSound, playing: Playing, seconds: number): number | null {
  for (let number = 0; ; number++) {
    const start = passStart(playing, number);
    if (start === null || start > seconds) return null;
    for (const { when, offset, length, isBack } of piecesOfPass([sound], playing, number)) {
      const gone = (seconds - when) * playing.speed;
      if (gone < 0 || gone >= length) continue;
      return isBack ? buffer.duration - (offset + gone) : offset + gone;
    }
  }
}

describe('what is heard', () => {
  test.each(
    (['once', 'loop', 'pingPong'] as const).flatMap((mode) =>
      [0.25, 1, 4].flatMap((speed) => ([1, -1] as const).map((direction) => ({ mode, speed, direction }))),
    ),
  )('is what stands at the playhead: $mode at $speed, direction $direction', ({ mode, speed, direction }) => {
    if (mode !== 'pingPong' && direction < 0) return;
    const random = seededRandom(7);
    for (let round = 0; round < 40; round++) {
      const from = random();
      const range = [from, from + 0.2 + 2 * random()] as const;
      const time = range[0] + (range[1] - range[0]) * random() * 0.99;
      const at = -1 + 3 * random();
      const sound: HeardSound = { at, from: random(), to: 2 + random(), volume: 1, buffer };
      const playing: Playing = { range, time, direction, speed, mode };
      for (let i = 0; i < 30; i++) {
        const seconds = 3 * random();
        if (mode === 'once' && time + seconds * speed > range[1]) continue;
        // The oracle is where playback puts the playhead.
        const playhead = advancePlay(range, { time, direction }, seconds * speed, mode).time;
        const inFile = sound.from + playhead - at;
        const edges = [inFile - sound.from, inFile - sound.to, playhead - range[0], playhead - range[1]];
        if (edges.some((edge) => Math.abs(edge) < 1e-3)) continue;
        const isHeard = inFile > sound.from && inFile < sound.to;
        const found = heardAt(sound, playing, seconds);
        if (isHeard) expect(found).toBeCloseTo(inFile, 9);
        else expect(found).toBeNull();
      }
    }
  });

  test('is nothing in a range without length, and once only where it does not go on', () => {
    const playing: Playing = { range: [1, 1], time: 1, direction: 1, speed: 1, mode: 'loop' };
    expect(passStart(playing, 0)).toBeNull();
    expect(passStart({ ...playing, range: [0, 2], mode: 'once' }, 1)).toBeNull();
    expect(passStart({ ...playing, range: [0, 2] }, 3)).toBe(5);
  });
});
