import type { Notice, NoticeTopic } from './notices-and-dialogs.ts';
import type { Studio } from './studio.ts';

/** Milliseconds after which a notice goes away by itself; errors stay until they are closed. */
const NOTICE_LIFETIME = 6000;

/**
 * Tells the user something, and may offer commands beside it; an error stays until it is closed.
 * The same sentence is not shown twice at once.
 */
export function notify(studio: Studio, kind: Notice['kind'], text: string, ...commands: readonly string[]): void {
  const { session } = studio.getState();
  if (session.notices.some((notice) => notice.text === text)) return;
  const id = 1 + Math.max(0, ...session.notices.map((notice) => notice.id));
  studio.setState({ session: { ...session, notices: [...session.notices, { id, kind, text, commands }] } });
  if (kind !== 'error') setTimeout(() => dismissNotice(studio, id), NOTICE_LIFETIME);
}

/** Shows a warning that stays until what it is about is settled; the one before it about the same thing goes. */
export function notifyUntilSettled(studio: Studio, topic: NoticeTopic, text: string, ...commands: readonly string[]): void {
  show(studio, 'warning', topic, text, commands);
}

/**
 * Tells why something failed, as a sentence that names the file it was about, if any; it stays until the same works, or is closed. `failed`
 * says what was not done to the file, like “was not opened”.
 */
export function tellFailure(
  studio: Studio,
  topic: NoticeTopic,
  error: unknown,
  about: { readonly file: string; readonly failed: string } | null,
  ...commands: readonly string[]
): void {
  const reason = messageOf(error);
  const isNamed = about === null || reason.includes(about.file);
  const first = isNamed ? '' : `“${about.file}” ${about.failed}. `;
  show(studio, 'error', topic, first + asSentence(reason), commands);
}

function show(studio: Studio, kind: Notice['kind'], topic: NoticeTopic, text: string, commands: readonly string[]): void {
  const { session } = studio.getState();
  const present = session.notices.find((notice) => notice.topic === topic);
  if (present?.text === text) return;
  const others = session.notices.filter((notice) => notice !== present);
  const id = 1 + Math.max(0, ...session.notices.map((notice) => notice.id));
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

/** Words as a sentence of their own: a capital first, a full stop last. What begins with the name of a file keeps it as it is spelled. */
export function asSentence(words: string): string {
  const begun = words.replace(/^[a-z](?=[a-z’]*(?:[\s,:;]|$))/, (letter) => letter.toUpperCase());
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** The sentence of a refusal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
