/** What follows the last dot of a path's last part, in small letters and with the dot: `.glb`. Empty when there is none, or nothing before it. */
export function extensionOf(path: string): string {
  return writtenExtension(path).toLowerCase();
}

/** A file's name without its extension. */
export function withoutExtension(fileName: string): string {
  return fileName.slice(0, fileName.length - writtenExtension(fileName).length);
}

function writtenExtension(path: string): string {
  return /(?<=[^/\\])\.[^./\\]*$/.exec(path)?.[0] ?? '';
}
