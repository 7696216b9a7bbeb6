/** A file of landmarks. */
export interface FrameFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const COMMA = 0x2c;
const [OPEN, CLOSE] = [0x5b, 0x5d];

/** Frames that lie in a file each, as OpenPose writes them, as one JSON list in the order of their names; a single file stays as it is. */
export function joinFrames(files: readonly FrameFile[]): FrameFile {
  const sorted = files.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const [first] = sorted;
  if (!first) throw new Error('there are no frames of landmarks');
  if (sorted.length === 1) return first;
  const bytes = new Uint8Array(sorted.reduce((sum, file) => sum + file.bytes.byteLength + 1, 1));
  let at = 0;
  sorted.forEach((file, i) => {
    bytes[at] = i === 0 ? OPEN : COMMA;
    bytes.set(withoutMark(file.bytes), at + 1);
    at += 1 + withoutMark(file.bytes).byteLength;
  });
  bytes[at] = CLOSE;
  return {
    name: `${first.name.replace(/[_-]?\d+(_keypoints)?\.json$/i, '') || 'landmarks'}.json`,
    bytes: bytes.subarray(0, at + 1),
  };
}

/** Without the byte order mark that text may begin with. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
