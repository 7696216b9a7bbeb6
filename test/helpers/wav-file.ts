/**
 * A WAV file of 16 bits: silence with a click, a tenth of a second of a tone, at each of the times (seconds). Of two channels the left one has it at half its
 * height.
 */
export function wavFile(seconds: number, clicks: readonly number[], rate = 48_000): Uint8Array<ArrayBuffer> {
  const channels = 2;
  const samples = Math.round(seconds * rate);
  const bytes = new Uint8Array(44 + 2 * channels * samples);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * channels * rate, true);
  view.setUint16(32, 2 * channels, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, bytes.length - 44, true);
  for (const click of clicks) {
    for (let i = 0; i < rate / 10; i++) {
      const sample = Math.round(click * rate) + i;
      if (sample >= samples) break;
      const value = 0.8 * Math.sin((2 * Math.PI * 440 * i) / rate) * 0x7f_ff;
      view.setInt16(44 + 4 * sample, Math.round(value / 2), true);
      view.setInt16(46 + 4 * sample, Math.round(value), true);
    }
  }
  return bytes;
}
