import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
  type VideoCodec,
} from 'mediabunny';
import type { Encoder, Film, Write } from './encoder.ts';

export type VideoFormat = 'webm' | 'mp4';

/** What each file may hold, the one that most programs play first. */
const CODECS: Readonly<Record<VideoFormat, VideoCodec[]>> = { webm: ['vp9', 'vp8', 'av1'], mp4: ['avc', 'av1', 'vp9'] };

const CODEC_NAMES: Readonly<Partial<Record<VideoCodec, string>>> = { avc: 'H.264', vp9: 'VP9', vp8: 'VP8', av1: 'AV1' };

/** Seconds from one frame that stands by itself to the next: editors go to these quickly. */
const KEY_FRAMES = 1;

/** What a film would hold here. */
export interface VideoSupport {
  /** Null where nothing can be encoded. */
  readonly codec: VideoCodec | null;
  /** What the user should know of it: one sentence, or none. */
  readonly note: string | null;
}

/** What this browser can encode into a file of this kind and size. */
export async function videoSupport(format: VideoFormat, film: Pick<Film, 'width' | 'height'>): Promise<VideoSupport> {
  const { width, height } = film;
  const codec =
    typeof VideoEncoder === 'undefined'
      ? null
      : await getFirstEncodableVideoCodec(CODECS[format], { width, height, quality: QUALITY_HIGH });
  const name = format === 'webm' ? 'WebM' : 'MP4';
  if (codec === null)
    return {
      codec,
      note: `${name} cannot be made here: the browser encodes none of its encodings in ${width} × ${height} pixels.`,
    };
  if (format === 'webm' || codec === 'avc') return { codec, note: null };
  return {
    codec,
    note: `This browser has no H.264 encoder, so the MP4 holds ${CODEC_NAMES[codec]}. Browsers and VLC play it; QuickTime and older editors may not.`,
  };
}

/** A film of WebCodecs. Rejects with one sentence where the browser cannot encode it. */
export async function encodeVideo(format: VideoFormat, film: Film, canvas: OffscreenCanvas, write: Write): Promise<Encoder> {
  const { codec, note } = await videoSupport(format, film);
  if (codec === null) throw new Error(note!);
  const target = new BufferTarget();
  const container = format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format: container, target });
  const source = new CanvasSource(canvas, {
    codec,
    quality: QUALITY_HIGH,
    keyFrameInterval: KEY_FRAMES,
    alpha: film.hasAlpha && format === 'webm' ? 'keep' : 'discard',
  });
  output.addVideoTrack(source, { frameRate: film.fps });
  await output.start();
  let index = 0;
  return {
    codec: CODEC_NAMES[codec] ?? codec,
    notes: note === null ? [] : [note],
    add: () => source.add(index++ / film.fps, 1 / film.fps),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new Error('The film could not be put together.');
      await write(new Uint8Array(target.buffer));
    },
    cancel: () => output.cancel(),
  };
}
