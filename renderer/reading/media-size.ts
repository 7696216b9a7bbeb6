/** Bytes of the largest file: 256 MiB. */
const LARGEST = 2 ** 28;

/** Throws an `Error` with one sentence for a file that is too large to be tried; `what` is what it would be: “a sound”. */
export function checkMediaSize(bytes: number, what: string): void {
  if (bytes > LARGEST)
    throw new Error(`it has ${megabytes(bytes)} MB, more than the ${megabytes(LARGEST)} MB that ${what} may have`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
