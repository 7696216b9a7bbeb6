import type { Attempt, Notice, NoticeTopic } from './notices-and-dialogs.ts';
import type { Studio } from '../studio.ts';

/** What to do next where the reason of a failure does not say it. */
const NEXT: Readonly<Record<Exclude<Attempt, `command ${string}`>, string>> = {
  starting: 'Open a character from the File menu, or load this page again.',
  takingOver: 'End the other program, and start this one again.',
  opening: 'Select another file, or write this one anew in the program that it comes from.',
  saving: 'Save the project in another folder.',
  exporting: 'Select another place or format.',
  motion: 'Select another file, or write this one anew in the program that it comes from.',
  library: 'See that its folder is there and may be written, then do it again.',
  poses: 'Open the project again before you save it.',
  profile: 'Select another file.',
  picture: 'Load this page again; where that does not help, update the driver of the graphics card.',
  choosing: 'Select another folder, or drop the file onto the window.',
  recent: 'Open files from the File menu.',
  settings: 'They hold until the window is closed: see that the data folder may be written.',
  watching: 'Open the project again to see it.',
  bones: 'Select another joint.',
  posing: 'Select another picture.',
  dragging: 'Nothing was changed. Try another handle, or undo the last step.',
  live: 'Then switch it on again.',
  written: 'Open its folder in the file manager.',
};

const AFTER_A_COMMAND = 'Try it again, or undo the last step.';

/** Words by which a reason says itself what to do. */
const SAYS_WHAT_TO_DO =
  /(?:^|[.:;,–] |\b(?:and|or|then|first) )(?:add|allow|choose|close|correct|drop|export|free|give|install|load|make|name|open|put|save|see|select|set|start|try|update|use|write)\b/i;

/**
 * Tells the user something that passes, and may offer commands beside it. The same sentence is not shown twice at once: it is told anew. A command that a
 * passing notice before offers, too, is offered here only: what “Undo” takes back is the last step.
 */
export function notify(studio: Studio, kind: 'info' | 'warning', text: string, ...commands: readonly string[]): void {
  const { session } = studio.getState();
  const sentence = asSentence(text);
  if (session.notices.some((notice) => notice.text === sentence && notice.topic !== undefined)) return;
  const before = session.notices
    .filter((notice) => notice.text !== sentence)
    .map((notice) =>
      notice.topic === undefined
        ? { ...notice, commands: notice.commands.filter((command) => !commands.includes(command)) }
        : notice,
    );
  const notice = { id: nextId(session.notices), kind, text: sentence, commands };
  studio.setState({ session: { ...session, notices: [...before, notice] } });
}

/** No notice has had it since the oldest one that is shown. */
function nextId(notices: readonly Notice[]): number {
  return 1 + Math.max(0, ...notices.map(({ id }) => id));
}

/** Takes back the notices that offer a command: it has been followed. */
export function withdrawOffer(studio: Studio, command: string): void {
  const { session } = studio.getState();
  const notices = session.notices.filter(({ commands }) => !commands.includes(command));
  if (notices.length < session.notices.length) studio.setState({ session: { ...session, notices } });
}

/** Shows a warning that stays until what it is about is settled; the one before it about the same thing goes. */
export function notifyUntilSettled(studio: Studio, topic: NoticeTopic, text: string, ...commands: readonly string[]): void {
  show(studio, 'warning', topic, asSentence(text), commands);
}

/** What a failure was about. */
export interface Failed {
  readonly file: string;
  /** What was not done to the file, like “was not opened”. */
  readonly failed: string;
}

/**
 * Tells why an attempt failed, as sentences that name the file it was about, if any, and say what to do next; they stay until the same works,
 * or are closed.
 */
export function tellFailure(
  studio: Studio,
  attempt: Attempt,
  error: unknown,
  about: Failed | null,
  ...commands: readonly string[]
): void {
  show(studio, 'error', attempt, failureText(attempt, error, about), commands);
}

/** The same words, for a dialog that shows them itself. */
export function failureText(attempt: Attempt, error: unknown, about: Failed | null): string {
  const reason = messageOf(error);
  const isNamed = about === null || reason.includes(about.file);
  const first = isNamed ? [] : [`“${about.file}” ${about.failed}.`];
  const next = SAYS_WHAT_TO_DO.test(reason) ? [] : [nextAfter(attempt)];
  return [...first, asSentence(reason), ...next].join(' ');
}

function nextAfter(attempt: Attempt): string {
  return attempt in NEXT ? NEXT[attempt as keyof typeof NEXT] : AFTER_A_COMMAND;
}

/** Does something whose failure is told: resolves to null then, and settles what was told of the attempt before where it works. */
export async function attempting<Result>(
  studio: Studio,
  attempt: Attempt,
  about: Failed | null,
  task: () => Promise<Result>,
  ...commands: readonly string[]
): Promise<Result | null> {
  try {
    const result = await task();
    settleNotice(studio, attempt);
    return result;
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, attempt, error, about, ...commands);
    return null;
  }
}

/** Whether something was refused because the user ended it: nothing that must be told. */
export function isCancelled(error: unknown): boolean {
  return messageOf(error) === 'cancelled';
}

function show(studio: Studio, kind: Notice['kind'], topic: NoticeTopic, text: string, commands: readonly string[]): void {
  const { session } = studio.getState();
  const present = session.notices.find((notice) => notice.topic === topic);
  if (present?.text === text) return;
  // The same sentence is not shown twice at once, whatever told it before.
  const others = session.notices.filter((notice) => notice !== present && notice.text !== text);
  const id = nextId(session.notices);
  studio.setState({ session: { ...session, notices: [...others, { id, kind, text, commands, topic }] } });
}

export function settleNotice(studio: Studio, topic: NoticeTopic): void {
  const settled = studio.getState().session.notices.find((notice) => notice.topic === topic);
  if (settled) dismissNotice(studio, settled.id);
}

export function dismissNotice(studio: Studio, id: number): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, notices: session.notices.filter((notice) => notice.id !== id) } });
}

/** Words as a sentence of their own on screen: a capital first, a full stop last, curly quotes. What begins with the name of a file keeps it as it is spelled. */
export function asSentence(words: string): string {
  const begun = curly(words).replace(/^[a-z](?=[a-z’]*(?:[\s,:;]|$))/, (letter) => letter.toUpperCase());
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** Quotes and apostrophes as they are printed; what stands between quotes is spelled as it is. */
function curly(words: string): string {
  const parts = words.split(/"([^"]*)"/);
  return parts.map((part, i) => (i % 2 === 1 ? `“${part}”` : part.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’'))).join('');
}

/** The sentence of a refusal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
