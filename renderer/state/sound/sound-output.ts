import type { Piece } from './heard.ts';

/** Where sounds come out, and the clock that they are heard by. */
export interface SoundOutput {
  /** Seconds, those of what is heard now; never goes back, and stands still while nothing can be heard. */
  now(): number;
  /** The earliest moment of that clock for which something can still be ordered. */
  soonest(): number;
  /** Whether something can be heard: no browser makes a sound before its user did something. */
  isRunning(): boolean;
  /** Asks for that. */
  start(): void;
  /** Lets a piece of a file be heard from a moment of the clock on, `rate` times as fast; the function returned ends it. */
  play(piece: Omit<Piece, 'when'>, when: number, rate: number): () => void;
  /** Calls back about once a second, also while the window is not seen. The function returned ends that. */
  everySecond(callback: () => void): () => void;
}

/** Seconds between an order and the moment that it is for. */
const NOTICE = 0.03;
/** Seconds in which what ends falls silent: no click is heard. */
const FADE = 0.004;

/** The sound of the machine. Nothing is asked of it before the first `start`. */
export function createSoundOutput(): SoundOutput {
  let context: AudioContext | null = null;
  let last = 0;
  const backwards = new WeakMap<AudioBuffer, AudioBuffer>();

  /** Of what is heard: what is computed now is heard when it has gone through the system. */
  function now(): number {
    if (!context) return 0;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
    const delay = context.baseLatency + (context.outputLatency || 0);
    const told = contextTime + (performance.now() - performanceTime) / 1000;
    const isTold = contextTime > 0 && Math.abs(told - context.currentTime) < 1;
    last = Math.max(last, Math.min(context.currentTime, isTold ? told : context.currentTime - delay));
    return last;
  }

  return {
    now,
    soonest: () => (context?.currentTime ?? 0) + NOTICE,
    isRunning: () => context?.state === 'running',
    start() {
      context ??= new AudioContext({ latencyHint: 'interactive' });
      // It stays silent where the browser wants a press first; the next one asks again.
      if (context.state !== 'running') void context.resume().catch(() => {});
    },
    play({ sound, offset, length, isBack }, when, rate) {
      if (!context) return () => {};
      const source = new AudioBufferSourceNode(context, {
        buffer: isBack ? reversed(context, backwards, sound.buffer) : sound.buffer,
        playbackRate: rate,
      });
      const gain = new GainNode(context, { gain: sound.volume });
      source.connect(gain).connect(context.destination);
      source.start(when, offset, length);
      const { currentTime } = context;
      return () => {
        gain.gain.setTargetAtTime(0, currentTime, FADE / 3);
        source.stop(Math.max(context!.currentTime, when) + FADE);
      };
    },
    everySecond(callback) {
      const timer = setInterval(callback, 1000);
      return () => clearInterval(timer);
    },
  };
}

/** The same sound from its end to its beginning. */
function reversed(context: AudioContext, known: WeakMap<AudioBuffer, AudioBuffer>, buffer: AudioBuffer): AudioBuffer {
  const made = known.get(buffer);
  if (made) return made;
  const { numberOfChannels, length, sampleRate } = buffer;
  const back = context.createBuffer(numberOfChannels, length, sampleRate);
  for (let channel = 0; channel < numberOfChannels; channel++)
    back.copyToChannel(buffer.getChannelData(channel).toReversed(), channel);
  known.set(buffer, back);
  return back;
}
