import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  VideoSampleSink,
  type InputVideoTrack,
  type VideoSample,
} from 'mediabunny';
import { drawInto, type Frames } from './frames.ts';

/** What films are encoded in, as people call it. */
const CODECS: Readonly<Record<string, string>> = { avc: 'H.264', hevc: 'H.265', vp8: 'VP8', vp9: 'VP9', av1: 'AV1' };

const EXPECTED = 'expected H.264, VP8, VP9 or AV1';

/** Seconds within which two times are that of one frame: a Matroska file rounds them to milliseconds. */
const SAME = 0.0006;
/** So many frames on, decoding goes on from where it is; farther, it begins anew. */
const NEAR = 24;

/** Decodes single frames of a film at their exact times. */
interface Decoder {
  /** Draws the frame that begins at a time of the file, seconds; `until` is when the next one begins. */
  draw(from: number, until: number, canvas: OffscreenCanvas): Promise<void>;
  close(): void;
}

/** The frames of a film: by WebCodecs where the window has that, else by an element of the page. Rejects with one sentence. */
export async function readFilm(file: Blob): Promise<Frames> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  try {
    const track = await trackOf(input);
    const starts = await startsOf(track);
    const decoder = await decoderOf(file, track);
    let turn: Promise<unknown> = Promise.resolve();
    return {
      count: starts.length,
      times: starts.map((start) => start - starts[0]!),
      draw(index, canvas) {
        const from = starts[index]!;
        const until = starts[index + 1] ?? from + (starts.length > 1 ? from - starts[index - 1]! : 1);
        const drawn = turn.then(() => decoder.draw(from, until, canvas));
        turn = drawn.catch(() => {});
        return drawn;
      },
      close() {
        decoder.close();
        input.dispose();
      },
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function trackOf(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack().catch(() => {
    throw new Error('it is no film that can be read: expected MP4, MOV, WebM or MKV');
  });
  if (!track) throw new Error('it holds no pictures: expected a film in MP4, MOV, WebM or MKV');
  return track;
}

/** When the frames begin, seconds of the file, ascending. */
async function startsOf(track: InputVideoTrack): Promise<readonly number[]> {
  const starts: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp } of packets) starts.push(timestamp);
  if (starts.length === 0) throw new Error('it holds no frame: expected a film with at least one');
  return starts.sort((a, b) => a - b);
}

async function decoderOf(file: Blob, track: InputVideoTrack): Promise<Decoder> {
  const codec = await track.getCodec();
  const found = codec ? (CODECS[codec] ?? codec) : `an encoding that is not known (${await nameInFile(track)})`;
  if (codec && typeof VideoDecoder !== 'undefined' && (await track.canDecode()))
    return decodeByCodecs(new VideoSampleSink(track));
  const element = codec && typeof document !== 'undefined' ? await decodeByElement(file) : null;
  if (!element) throw new Error(`it holds ${found}, which cannot be decoded here: ${EXPECTED}`);
  return element;
}

/** What the file itself calls the encoding of its pictures. */
async function nameInFile(track: InputVideoTrack): Promise<string> {
  const id = await track.getInternalCodecId();
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return /^[\w/. -]{1,40}$/.test(text) ? text : 'without a name';
}

function decodeByCodecs(sink: VideoSampleSink): Decoder {
  /** Frames from the one after that which was drawn last on. */
  let following: { readonly samples: AsyncGenerator<VideoSample, void>; at: number } | null = null;
  const stop = async (): Promise<void> => {
    await following?.samples.return();
    following = null;
  };
  /** The sample that begins at a time, among those that follow; null where they end before. */
  async function next(from: number): Promise<VideoSample | null> {
    for (;;) {
      const { value, done } = await following!.samples.next();
      if (done) return null;
      following!.at = value.timestamp;
      if (value.timestamp >= from - SAME) return value;
      value.close();
    }
  }
  return {
    async draw(from, until, canvas) {
      const ahead = following ? (from - following.at) / (until - from) : -1;
      if (ahead < 0.5 || ahead > NEAR) {
        await stop();
        following = { samples: sink.samples(from + SAME), at: from };
      }
      const sample = await next(from);
      if (!sample) throw new Error(`its frame at ${from.toFixed(3)} s cannot be decoded`);
      drawInto(canvas, sample.displayWidth, sample.displayHeight, (context, width, height) =>
        sample.draw(context, 0, 0, width, height),
      );
      sample.close();
    },
    close: () => void stop(),
  };
}

/** Null where no element of the page plays the film. */
async function decodeByElement(file: Blob): Promise<Decoder | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  Object.assign(video, { muted: true, preload: 'auto', src: url });
  const close = (): void => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  };
  if (!(await told(video, 'loadeddata'))) {
    close();
    return null;
  }
  return {
    async draw(from, until, canvas) {
      const arrived = arrival(video);
      // In the middle of the frame: at its beginning rounding would decide which one it is.
      video.currentTime = (from + until) / 2;
      if (!(await told(video, 'seeked'))) throw new Error(`its frame at ${from.toFixed(3)} s cannot be decoded`);
      await arrived;
      drawInto(canvas, video.videoWidth, video.videoHeight, (context, width, height) =>
        context.drawImage(video, 0, 0, width, height),
      );
    },
    close,
  };
}

/** Milliseconds after which no other frame arrives: it was the present one that was asked for. */
const NO_OTHER = 500;

/** Resolves when the element has another frame, which it may tell after it says that it has sought it. */
function arrival(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, NO_OTHER);
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether an element tells of this rather than of an error. */
function told(video: HTMLVideoElement, event: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = new AbortController();
    const answer = (isGood: boolean) => () => {
      end.abort();
      resolve(isGood);
    };
    video.addEventListener(event, answer(true), { signal: end.signal });
    video.addEventListener('error', answer(false), { signal: end.signal });
  });
}
