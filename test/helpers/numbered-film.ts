import type { Page } from '@playwright/test';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** Columns of a frame, a digit of its number in base 2 each, the largest at the left. */
const DIGITS = 8;
const SIZE = { width: 320, height: 180 };

interface Chunk {
  readonly data: string;
  readonly isKey: boolean;
  readonly timestamp: number;
  readonly duration: number;
}

const CONTAINERS = {
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
};

/**
 * A film of which each frame shows its number: a column is white above and black below for a 1, and the other way for a 0. Encoded in the page (VP9, a frame
 * in `every` stands by itself), put together here.
 */
export async function numberedFilm(
  page: Page,
  { frames, fps, every, container }: { frames: number; fps: number; every: number; container: keyof typeof CONTAINERS },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await page.evaluate(
    async ({ count, rate, key, width, height, digits }) => {
      const made: Chunk[] = [];
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          const data = btoa(String.fromCharCode(...bytes));
          made.push({ data, isKey: chunk.type === 'key', timestamp: chunk.timestamp / 1e6, duration: 1 / rate });
        },
        error: (error) => {
          throw error;
        },
      });
      encoder.configure({ codec: 'vp09.00.10.08', width, height, bitrate: 1e6 });
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      for (let i = 0; i < count; i++) {
        for (let digit = 0; digit < digits; digit++) {
          const isOne = ((i >> (digits - 1 - digit)) & 1) === 1;
          const left = (digit * width) / digits;
          context.fillStyle = isOne ? '#fff' : '#000';
          context.fillRect(left, 0, width / digits, height / 2);
          context.fillStyle = isOne ? '#000' : '#fff';
          context.fillRect(left, height / 2, width / digits, height / 2);
        }
        const frame = new VideoFrame(canvas, { timestamp: Math.round((i * 1e6) / rate), duration: Math.round(1e6 / rate) });
        encoder.encode(frame, { keyFrame: i % key === 0 });
        frame.close();
      }
      await encoder.flush();
      encoder.close();
      return made;
    },
    { count: frames, rate: fps, key: every, digits: DIGITS, ...SIZE },
  );
  const target = new BufferTarget();
  const output = new Output({ format: CONTAINERS[container](), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: SIZE.width, codedHeight: SIZE.height };
  for (const { data, isKey, timestamp, duration } of chunks) {
    const packet = new EncodedPacket(Buffer.from(data, 'base64'), isKey ? 'key' : 'delta', timestamp, duration);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** Brightnesses above and below the middle of each column, at which {@link readNumber} looks: shares of the width and of the height, from the left and the top. */
export const LOOKED_AT = Array.from({ length: DIGITS }, (_, digit) => (digit + 0.5) / DIGITS).flatMap((x) => [
  { x, y: 0.25 },
  { x, y: 0.75 },
]);

/** The number that these brightnesses show; null where they show none. */
export function readNumber(brightness: readonly number[]): number | null {
  let number = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const [above, below] = brightness.slice(2 * digit) as [number, number];
    if (Math.abs(above - below) < 100) return null;
    number = 2 * number + (above > below ? 1 : 0);
  }
  return number;
}
