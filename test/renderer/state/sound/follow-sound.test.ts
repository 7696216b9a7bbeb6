import { describe, expect, test } from 'vitest';
import { addSound, muteSound } from '../../../../core/document/edits/sounds.ts';
import { setClipDuration, setClipLoop } from '../../../../core/document/edits/clips.ts';
import type { SoundData } from '../../../../core/document/project-data.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { followSound } from '../../../../renderer/state/sound/follow-sound.ts';
import type { Piece } from '../../../../renderer/state/sound/heard.ts';
import { setSoundFile } from '../../../../renderer/state/sound/sound-files.ts';
import type { SoundOutput } from '../../../../renderer/state/sound/sound-output.ts';
import {
  pause,
  play,
  setPingPong,
  setPlayRange,
  setSpeed,
  showFrame,
  showTime,
} from '../../../../renderer/state/timeline/playback.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { documentOf, openStudio, type OpenStudio } from '../open-studio.ts';

const FPS = 30;
/** Seconds of the file. */
const LENGTH = 1000;
/** Seconds between an order and the moment for which it is. */
const NOTICE = 0.03;

interface Order {
  readonly piece: Omit<Piece, 'when'>;
  readonly when: number;
  readonly rate: number;
  end: number;
}

/** A loudspeaker with a clock that a test moves, and that remembers what it was to play. */
function fakeOutput() {
  const speaker = { time: 100, isRunning: true, orders: [] as Order[], tick: (): void => {} };
  const output: SoundOutput = {
    now: () => speaker.time,
    soonest: () => speaker.time + NOTICE,
    isRunning: () => speaker.isRunning,
    start: () => {},
    play(piece, when, rate) {
      const order: Order = { piece, when, rate, end: when + piece.length / rate };
      speaker.orders.push(order);
      return () => void (order.end = Math.min(order.end, speaker.time));
    },
    everySecond(callback) {
      speaker.tick = callback;
      return () => {};
    },
  };
  /** The time in the file that is heard now; null: silence. Throws when two are heard at once. */
  const heard = (): number | null => {
    const now = speaker.orders.filter(({ when, end }) => speaker.time >= when && speaker.time < end);
    if (now.length > 1) throw new Error(`${now.length} pieces of one sound are heard at once`);
    const [order] = now;
    if (!order) return null;
    const { offset, isBack } = order.piece;
    const at = offset + (speaker.time - order.when) * order.rate;
    return isBack ? LENGTH - at : at;
  };
  return { speaker, output, heard };
}

const SONG: SoundData = {
  id: 'sound-1',
  name: 'Song',
  fileName: 'song.mp3',
  hash: 'cd'.repeat(32),
  clip: 'clip-1',
  at: 0,
  from: 0,
  volume: 1,
};

interface Playing extends OpenStudio, ReturnType<typeof fakeOutput> {
  /** Moves both clocks on, which run at different rates, and draws a frame. */
  advance(seconds: number): void;
}

/** A studio whose clip lasts so many seconds, with a song from its beginning on. */
async function withSong(duration: number, isLoop: boolean, drift = 1.002): Promise<Playing> {
  const open = await openStudio();
  const { studio, clock } = open;
  const fake = fakeOutput();
  followSound(studio, fake.output);
  setSoundFile(studio, SONG.hash, {
    buffer: { duration: LENGTH } as AudioBuffer,
    peaks: { rate: 48_000, samples: 0, levels: [] },
  });
  commitEdit(studio, 'Song', (project) => addSound(setClipLoop(setClipDuration(project, duration), isLoop), SONG));
  clock.hold();
  const advance = (seconds: number) => {
    fake.speaker.time += seconds;
    clock.advance(seconds * drift);
  };
  return { ...open, ...fake, advance };
}

const playhead = (studio: Studio): number => studio.getState().session.playback.time;

/** Frames between picture and sound; the song begins where the clip does. */
function apart({ studio, heard }: Playing): number {
  const now = heard();
  return now === null ? Infinity : Math.abs(now - playhead(studio)) * FPS;
}

describe('sound that plays', () => {
  test('leads: picture and sound stay within a frame over ten minutes, though the other clock runs 0.2 % faster', async () => {
    const playing = await withSong(700, false);
    play(playing.studio);
    let worst = 0;
    playing.advance(0.1);
    for (let second = 0; second < 600; second++) {
      for (const step of [0.016, 0.034, 0.2, 0.75]) playing.advance(step);
      worst = Math.max(worst, apart(playing));
    }
    expect(playhead(playing.studio)).toBeGreaterThan(599);
    expect(worst).toBeLessThan(1);
  });

  test.each([0.25, 2, 4])('keeps that at a speed of %d', async (speed) => {
    const playing = await withSong(900, false);
    setSpeed(playing.studio, speed);
    play(playing.studio);
    playing.advance(0.1);
    for (let i = 0; i < 500; i++) {
      playing.advance(0.3);
      expect(apart(playing)).toBeLessThan(1);
    }
    expect(playing.speaker.orders.at(-1)!.rate).toBe(speed);
  });

  test.each(['loop', 'pingPong'] as const)(
    'keeps that in a %s, whatever its range, and never sounds twice at once',
    async (mode) => {
      const playing = await withSong(20, true);
      const { studio, advance } = playing;
      setPingPong(studio, mode === 'pingPong');
      setPlayRange(studio, [45, 125]);
      play(studio);
      advance(0.1);
      let heardBack = 0;
      for (let i = 0; i < 4000; i++) {
        const before = playhead(studio);
        advance(0.037);
        if (mode === 'pingPong' && playhead(studio) < before) heardBack++;
        // Where it turns, one of the two may be past the turn already.
        const isAtTurn = [45, 125].some((frame) => Math.abs(playhead(studio) * FPS - frame) < 1.2);
        if (!isAtTurn) expect(apart(playing)).toBeLessThan(1);
      }
      expect(heardBack > 1000).toBe(mode === 'pingPong');
    },
  );

  test('goes on in a window that is not seen, and the playhead is there when it is seen again', async () => {
    const playing = await withSong(2, true);
    const { studio, speaker, advance, heard } = playing;
    play(studio);
    advance(0.1);
    // No frame is drawn for a minute; only timers call, once a second.
    for (let second = 0; second < 60; second++) {
      speaker.time += 1;
      speaker.tick();
      // Something else of the window changes meanwhile.
      studio.setState({ session: { ...studio.getState().session } });
      expect(heard()).not.toBeNull();
    }
    const ordered = speaker.orders.length;
    expect(ordered).toBeLessThan(40);
    advance(0.02);
    expect(apart(playing)).toBeLessThan(1);
    expect(speaker.orders.length - ordered).toBeLessThan(2);
  });

  test('follows what is done while it plays: a jump, another speed, muting, pausing', async () => {
    const playing = await withSong(100, false);
    const { studio, advance, heard } = playing;
    play(studio);
    advance(0.1);
    showTime(studio, 50);
    advance(0.1);
    expect(heard()).toBeGreaterThan(49.9);
    expect(apart(playing)).toBeLessThan(1);
    setSpeed(studio, 2);
    for (let i = 0; i < 5; i++) advance(0.1);
    expect(apart(playing)).toBeLessThan(1);
    commitEdit(studio, 'Mute', (project) => muteSound(project, 'sound-1', true));
    advance(0.05);
    expect(heard()).toBeNull();
    const before = playhead(studio);
    advance(0.5);
    // Without sound the other clock leads, and plays on.
    expect(playhead(studio) - before).toBeCloseTo(2 * 0.5 * 1.002, 6);
    commitEdit(studio, 'Hear', (project) => muteSound(project, 'sound-1', false));
    for (let i = 0; i < 5; i++) advance(0.1);
    expect(apart(playing)).toBeLessThan(1);
    pause(studio);
    advance(0.05);
    expect(heard()).toBeNull();
  });

  test('lets the picture play where nothing can be heard yet, and leads from when it can', async () => {
    const playing = await withSong(100, false);
    const { studio, speaker, advance, heard } = playing;
    speaker.isRunning = false;
    play(studio);
    for (let i = 0; i < 10; i++) advance(0.1);
    expect(playhead(studio)).toBeGreaterThan(0.9);
    expect(heard()).toBeNull();
    speaker.isRunning = true;
    for (let i = 0; i < 10; i++) advance(0.1);
    expect(heard()).not.toBeNull();
    expect(apart(playing)).toBeLessThan(1);
  });
});

describe('sound where the playhead is put', () => {
  test('is that of the frame, and no longer', async () => {
    const { studio, speaker, heard } = await withSong(100, false);
    showFrame(studio, 300);
    speaker.time += NOTICE + 0.001;
    expect(heard()).toBeCloseTo(10.001, 6);
    speaker.time += 0.05;
    expect(heard()).toBeNull();
    const { length } = speaker.orders;
    // An edit at the same frame sounds no frame.
    commitEdit(studio, 'Mute', (project) => muteSound(project, 'sound-1', true));
    showFrame(studio, 301);
    expect(speaker.orders).toHaveLength(length);
    expect(documentOf(studio).history.past).toHaveLength(2);
  });
});
