import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
  type AudioCodec,
  type VideoCodec,
} from 'mediabunny';
import type { Encoder, Film, Write } from './encoder.ts';

export type VideoFormat = 'webm' | 'mp4';

/** What each file may hold, the one that most programs play first. */
const CODECS: Readonly<Record<VideoFormat, VideoCodec[]>> = { webm: ['vp9', 'vp8', 'av1'], mp4: ['avc', 'av1', 'vp9'] };

const CODEC_NAMES: Readonly<Partial<Record<VideoCodec, string>>> = { avc: 'H.264', vp9: 'VP9', vp8: 'VP8', av1: 'AV1' };

/** The same for what is heard. */
const AUDIO_CODECS: Readonly<Record<VideoFormat, AudioCodec[]>> = { webm: ['opus', 'vorbis'], mp4: ['aac', 'opus', 'flac'] };

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
  const heard = film.sound ? await soundTrack(format, film.sound) : null;
  if (heard) output.addAudioTrack(heard);
  await output.start();
  if (heard) {
    await heard.add(film.sound!);
    heard.close();
  }
  const silent = film.sound && !heard ? [NO_SOUND_ENCODER] : [];
  let index = 0;
  return {
    codec: CODEC_NAMES[codec] ?? codec,
    notes: [...(note === null ? [] : [note]), ...silent],
    add: () => source.add(index++ / film.fps, 1 / film.fps),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new Error('The film could not be put together.');
      await write(new Uint8Array(target.buffer));
    },
    cancel: () => output.cancel(),
  };
}

const NO_SOUND_ENCODER = 'The film is silent: this browser encodes no sound into such a file.';

/** Null where this browser encodes no sound that such a file may hold. */
async function soundTrack(format: VideoFormat, { numberOfChannels, sampleRate }: AudioBuffer): Promise<AudioBufferSource | null> {
  const kind = { numberOfChannels, sampleRate, quality: QUALITY_HIGH };
  const codec = typeof AudioEncoder === 'undefined' ? null : await getFirstEncodableAudioCodec(AUDIO_CODECS[format], kind);
  return codec && new AudioBufferSource({ codec, quality: QUALITY_HIGH });
}
