import { fitSentence, quote } from '../../../core/formats/text/quote.ts';

/** What the system's codes mean to somebody who wanted to read or write a file. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'you may not do that there, or another program holds it',
  EPERM: 'you may not do that there, or another program holds it',
  EBUSY: 'another program is using it',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'the file is larger than the disk can hold',
  EROFS: 'the disk is read-only',
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'something of that name is there already',
  ENOTEMPTY: 'the folder is not empty',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'links on its path lead round in a circle',
  EXDEV: 'it lies on another disk',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  ENODEV: 'the disk is gone',
  ENXIO: 'the disk is gone',
  ESTALE: 'the network folder does not answer',
  ETIMEDOUT: 'the network folder does not answer',
  EINVAL: 'the disk does not allow it',
};
const OTHER = 'the system refused it';

/** A system's own message inside another sentence: `ENOSPC: no space left on device, write`, with the paths that may follow. */
const SYSTEM_MESSAGE = /\b(E[A-Z0-9]{2,}): [^,'"]*, [a-z]+(?: '[^']*')?(?: -> '[^']*')?/g;

/** Why something failed, in words: `the disk is full`. For what is not the system's, the sentence of the error itself. */
export function whyItFailed(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return MEANINGS[code] ?? OTHER;
  return sentenceOf(error);
}

/**
 * The sentence of a refusal for the user: without the system's codes, under 300 characters, and with at most 200 of each text that somebody
 * else chose. The last thing that happens to a sentence before it leaves the program.
 */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return fitSentence(String(error));
  const code = 'code' in error ? error.code : undefined;
  const isSystemMessage = typeof code === 'string' && 'syscall' in error;
  if (isSystemMessage) {
    const path = 'path' in error && typeof error.path === 'string' ? quote(error.path) : 'a file';
    return `${path} could not be used: ${MEANINGS[code] ?? OTHER}`;
  }
  const words = error.message.replaceAll(SYSTEM_MESSAGE, (_message, name: string) => MEANINGS[name] ?? OTHER);
  return fitSentence(words);
}
