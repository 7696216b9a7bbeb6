import { basename } from 'node:path';
import { quote, shorten } from '../../core/formats/text/quote.ts';

/** Characters of a project's name, and of a reason, in a sentence. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 120;

/** What is said of unsaved work. `folder`: that of its project; null where it was never saved, undefined where nothing is known of it. */
export function unsavedWork(folder: string | null | undefined): string {
  return folder == null ? 'Unsaved work' : `Unsaved work of ${quote(basename(folder), LONGEST_NAME)}`;
}

export function waits(folder: string | null | undefined, why: string, path: string): string {
  return `${unsavedWork(folder)} was not brought back: ${shorten(why, LONGEST_REASON)}. It is kept, and offered again at the next start (${basename(path)}).`;
}

export function waitToo([first, ...more]: readonly (string | null)[]): string {
  const what = more.length === 0 ? unsavedWork(first) : `${unsavedWork(first)} and ${more.length} more`;
  return `${what} is kept too, and is offered at a start once the latest was saved or discarded.`;
}

export function heldElsewhere(folder: string | null | undefined, path: string): string {
  return `${unsavedWork(folder)} is in another Limber that runs${processOf(path)}: go on there, or end it and start again to have it here.`;
}

export function heldInSilence(folder: string | null | undefined, path: string): string {
  return `${unsavedWork(folder)} is in another Limber${processOf(path)} that does not answer or has no window: take it over to have it here.`;
}

function processOf(path: string): string {
  const [, number = ''] = /^journal-\d+-(\d+)-/.exec(basename(path)) ?? [];
  return number === '' ? '' : ` (process ${number})`;
}
