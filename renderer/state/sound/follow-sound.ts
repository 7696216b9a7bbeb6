import { advancePlay } from '../../../core/animation/sampling.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import type { Studio, StudioState } from '../studio.ts';
import { shownClip } from '../timeline/clips.ts';
import { playModeOf, playRange } from '../timeline/playback.ts';
import type { HeardPlayhead } from '../window/window-parts.ts';
import { passStart, piecesOfPass, type HeardSound, type Playing } from './heard.ts';
import { decodedOf, endInFile, readSoundFiles } from './sound-files.ts';
import type { SoundOutput } from './sound-output.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** Seconds ahead of what is heard that sounds are ordered: a window that is not seen is called once a second. */
const AHEAD = 4;
/** Seconds that the playhead may be from where the sound has it; farther off it was put elsewhere. */
const NEAR = 0.1;
/** Seconds of the shortest sound that is heard where the playhead is put. */
const SHORTEST_SCRUB = 0.04;

interface Run {
  readonly playing: Playing;
  readonly sounds: readonly HeardSound[];
  /** The moment of the sound's clock at which playback began. */
  readonly began: number;
  /** How often the playhead has been sent along the range so far. */
  passes: number;
  /** What was ordered and is not over. */
  ordered: readonly Ordered[];
}

interface Ordered {
  readonly end: () => void;
  /** The moment at which it is over by itself. */
  readonly until: number;
}

/**
 * Lets what is on the timeline be heard: while it plays, by the clock of the sound, which the playhead follows then; and a frame of it wherever the playhead is put. Reads
 * the files of the sounds. The function returned ends that.
 */
export function followSound(studio: Studio, output: SoundOutput): () => void {
  let run: Run | null = null;
  let scrubbed: (() => void)[] = [];

  function stop(): void {
    for (const { end } of run?.ordered ?? []) end();
    run = null;
  }

  function begin(state: StudioState, sounds: readonly HeardSound[]): void {
    stop();
    const { time, direction, speed } = state.session.playback;
    const playing = { range: playRange(state), time, direction, speed, mode: playModeOf(state) };
    run = { playing, sounds, began: output.soonest(), passes: 0, ordered: [] };
    order(run);
  }

  /** Orders what is heard soon. */
  function order(going: Run): void {
    const { playing, sounds, began } = going;
    const now = output.now();
    const ordered = going.ordered.filter(({ until }) => until > now);
    for (;;) {
      const start = passStart(playing, going.passes);
      if (start === null || began + start > now + AHEAD) break;
      for (const { when, ...piece } of piecesOfPass(sounds, playing, going.passes)) {
        const end = output.play(piece, began + when, playing.speed);
        ordered.push({ end, until: began + when + piece.length / playing.speed });
      }
      going.passes++;
    }
    going.ordered = ordered;
  }

  /** `isMoved`: the playhead has just been put where it is. In a window that is not seen it stays behind, while the sound goes on. */
  function look(state: StudioState, isMoved: boolean): void {
    const sounds = heardSounds(state);
    if (!state.session.playback.playing || sounds.length === 0) return stop();
    output.start();
    if (!output.isRunning()) return stop();
    const goesOn = run && isSameRun(run, state, sounds) && !(isMoved && isElsewhere(run, state, output.now()));
    if (goesOn) order(run!);
    else begin(state, sounds);
  }

  /** Lets the frame be heard at which the playhead was put. */
  function scrub(state: StudioState, before: StudioState): void {
    const { time, playing } = state.session.playback;
    const clip = shownClip(state);
    const isMoved = time !== before.session.playback.time && clip?.id === shownClip(before)?.id;
    if (playing || before.session.playback.playing || !isMoved || !clip) return;
    const sounds = heardSounds(state);
    if (sounds.length === 0) return;
    output.start();
    if (!output.isRunning()) return;
    for (const end of scrubbed) end();
    const range = [time, time + Math.max(1 / clip.fps, SHORTEST_SCRUB)] as const;
    const pieces = piecesOfPass(sounds, { range, time, direction: 1, speed: 1, mode: 'once' }, 0);
    const now = output.soonest();
    scrubbed = pieces.map(({ when, ...piece }) => output.play(piece, now + when, 1));
  }

  studio.parts.sound = { playhead: () => (run && output.isRunning() ? playheadOf(run, output.now()) : null) };
  const unsubscribe = studio.subscribe((state, before) => {
    if (state.document?.history.present.sounds !== before.document?.history.present.sounds) void readSoundFiles(studio);
    look(state, state.session.playback.time !== before.session.playback.time);
    scrub(state, before);
  });
  const endSeconds = output.everySecond(() => look(studio.getState(), false));
  return () => {
    unsubscribe();
    endSeconds();
    stop();
    studio.parts.sound = null;
  };
}

/** What can be heard of the clip on the timeline; the same list until something of it changes. */
export function heardSounds(state: StudioState): readonly HeardSound[] {
  const { document, session } = state;
  if (!document) return NOTHING;
  const { sounds, activeClip } = document.history.present;
  if (sounds.length === 0) return NOTHING;
  return heard(sounds, [activeClip, session.soundFiles], () =>
    sounds.filter(({ clip, isMuted }) => clip === activeClip && !isMuted).flatMap((sound) => heardOf(state, sound)),
  );
}

const NOTHING: readonly HeardSound[] = [];
const heard = lastOf<readonly SoundData[], readonly HeardSound[]>();

function heardOf(state: StudioState, sound: SoundData): readonly HeardSound[] {
  const file = decodedOf(state, sound);
  const { at, from, volume } = sound;
  return file ? [{ at, from, volume, to: endInFile(state, sound), buffer: file.buffer }] : [];
}

function isSameRun({ playing, sounds }: Run, state: StudioState, now: readonly HeardSound[]): boolean {
  const [from, to] = playRange(state);
  const { speed } = state.session.playback;
  const isSameRange = playing.range[0] === from && playing.range[1] === to;
  return sounds === now && isSameRange && playing.speed === speed && playing.mode === playModeOf(state);
}

/** Where playback is when the clock of the sound shows `now`. */
function playheadOf({ playing, began }: Pick<Run, 'playing' | 'began'>, now: number): HeardPlayhead {
  const { range, time, speed, mode } = playing;
  const by = Math.max(0, now - began) * speed;
  return { ...advancePlay(range, playing, by, mode), isOver: mode === 'once' && time + by >= range[1] };
}

/** Whether the playhead is not where the sound has brought it. */
function isElsewhere({ playing, began }: Pick<Run, 'playing' | 'began'>, state: StudioState, now: number): boolean {
  const { range, speed, mode } = playing;
  const { time } = playheadOf({ playing, began }, now);
  const apart = Math.abs(time - state.session.playback.time);
  // At the end of a range that is played again the one may be there already.
  const around = mode === 'loop' ? range[1] - range[0] - apart : apart;
  return Math.min(apart, around) > NEAR * Math.max(1, speed);
}
