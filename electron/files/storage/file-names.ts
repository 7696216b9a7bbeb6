import { Buffer } from 'node:buffer';
import { posix, win32 } from 'node:path';

/** Names that are devices on Windows, whatever extension follows. The digits of COM and LPT may be superscript too. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Characters that no name may have on Windows, control characters among them. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/** File systems keep names of at most so many UTF-16 units (Windows, macOS) or bytes of UTF-8 (Linux). */
const LONGEST_NAME = 255;

/**
 * Why this name of a file or folder cannot be on the system, as one sentence, or null when it can. Checks one name, not a path.
 * Windows would open a device, drop trailing dots and spaces, or read `name:stream`; every system refuses names that are too long.
 */
export function refuseFileName(name: string, platform: NodeJS.Platform): string | null {
  const length = platform === 'win32' || platform === 'darwin' ? name.length : Buffer.byteLength(name, 'utf8');
  if (length > LONGEST_NAME)
    return `the name "${name.slice(0, 40)}…" is too long: this system keeps names of ${LONGEST_NAME} ${platform === 'linux' ? 'bytes' : 'letters'}`;
  if (platform !== 'win32') return null;
  if (RESERVED.test(name)) return `"${name}" is the name of a device on Windows and cannot be that of a file`;
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) return `"${name}" has ${JSON.stringify(forbidden)} in it, which Windows does not allow in names`;
  return /[. ]$/.test(name) && !/^\.{1,2}$/.test(name) ? `"${name}" ends with a dot or a space, which Windows would drop` : null;
}

/** {@link refuseFileName} for every name in an absolute path; drives and the server and share of a UNC path are no names. */
export function refusePath(path: string, platform: NodeJS.Platform): string | null {
  const { root } = platform === 'win32' ? win32.parse(path) : posix.parse(path);
  const names = path.slice(root.length).split(platform === 'win32' ? /[/\\]/ : '/');
  return names.map((name) => refuseFileName(name, platform)).find((sentence) => sentence !== null) ?? null;
}

/**
 * A text that two paths share exactly when they name the same file as far as names can tell: Windows and macOS ignore case and how an
 * accent is composed, Windows takes both slashes. Only to be compared, never to be opened.
 */
export function comparablePath(path: string, platform: NodeJS.Platform): string {
  if (platform === 'win32')
    return win32
      .normalize(path)
      .replace(/(?<=[^\\:])\\$/, '')
      .normalize('NFC')
      .toLowerCase();
  const plain = posix.normalize(path).replace(/(?<=.)\/$/, '');
  return platform === 'darwin' ? plain.normalize('NFC').toLowerCase() : plain;
}
