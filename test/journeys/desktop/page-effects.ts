// Declares `window.limber`.
import type {} from '../../../renderer/main.tsx';

// These functions are sent to the page as text: they call each other, and nothing else of this file.

/** A command in the menu: the menu's name, and the name of the menu inside it where the command stands in one. */
export interface Entry {
  readonly id: string;
  readonly category: string;
  readonly folder: string | null;
}

/** An entry whose effect in the menu is another one than that of the command; both as text. */
interface Difference {
  readonly id: string;
  readonly byCommand: string;
  readonly byMenu: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The entries that did something. */
  readonly effective: readonly string[];
}

type Limber = NonNullable<typeof window.limber>;
type State = ReturnType<Limber['studio']['getState']>;

/** What is heard of a command. */
interface Watch {
  readonly studio: Limber['studio'];
  /** The state from which every command begins. */
  readonly start: State;
  /** What was asked of the host, the viewport and the arrangement of panels. */
  asked: string[];
  /** Ids that were made. */
  ids: number;
}

function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) => {
      if (ArrayBuffer.isView(each)) return [...(each as Float64Array)];
      return each instanceof Map || each instanceof Set ? [...each] : each;
    }) ?? ''
  );
}

/**
 * What React and the studio do after something happened is done then; the picture is drawn when there is time. A timer that a message begins
 * comes at once; browsers hold back those that timers begin.
 */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      setTimeout(done);
    });
    port1.start();
    port2.postMessage(null);
  });
}

function note(watch: Watch, name: string, given: readonly unknown[]): void {
  // What goes on by itself is no effect of a command.
  const byItself =
    /^(journal\.|window\.state|menu\.|recent\.list|updates\.state|viewport\.(thumbnail|render|settled|camera$|\w+OnScreen|nodePosition))/;
  // Jobs are numbered.
  if (!byItself.test(name)) watch.asked.push(`${name} ${textOf(given).replaceAll(/"window \d+"/g, '"job"')}`);
}

/** Holds the clock, the ids and the picture still, and the host away. */
function watchStudio(): Watch {
  const { studio, clock } = window.limber!;
  // Notices go away by themselves.
  studio.setState({ session: { ...studio.getState().session, notices: [] } });
  const watch: Watch = { studio, start: studio.getState(), asked: [], ids: 0 };
  clock.hold();
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++watch.ids).padStart(12, '0')}`;
  // Nobody looks at the picture meanwhile.
  const graphics = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!.getContext('webgl2')!;
  const nothingDrawn = () => {};
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced'] as const)
    graphics[name] = nothingDrawn;
  Object.assign(studio.desktop, {
    call(name: string, ...parameters: readonly unknown[]) {
      note(watch, name, parameters);
      // Every dialog is cancelled; all else is never answered.
      return name.startsWith('dialog.') ? Promise.resolve({ kind: 'cancelled' }) : new Promise(() => {});
    },
  });
  for (const name of ['viewport', 'workspace'] as const) watchPart(watch, name);
  return watch;
}

function watchPart(watch: Watch, name: 'viewport' | 'workspace'): void {
  const { parts } = watch.studio;
  const watched = new Proxy(parts[name]!, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      // Pictures are made beside the window, and come when they come.
      if (key === 'thumbnail') return () => Promise.resolve('');
      // Where handles are is asked for each message, and changes nothing.
      if (typeof value !== 'function' || key === 'graspPoints') return value;
      return (...given: readonly unknown[]) => {
        note(watch, `${name}.${String(key)}`, given);
        // An arrangement of panels would not come back with the state.
        return name === 'viewport' ? (value as (...all: readonly unknown[]) => unknown).apply(target, [...given]) : undefined;
      };
    },
  });
  Object.assign(parts, { [name]: watched });
}

/** What of the state is another object than at the start. */
function changesOf({ studio, start }: Watch): string {
  const now = studio.getState();
  const found: Record<string, unknown> = {};
  const session = now.session as unknown as Record<string, unknown>;
  const before = start.session as unknown as Record<string, unknown>;
  // Where messages stand, and how high panels are beside them, follows from what is drawn, when there is time for that.
  const told = (value: unknown) => textOf({ ...(value as object), layouts: null });
  for (const key of Object.keys(session).filter((each) => each !== 'messagePlace')) {
    const text = key === 'settings' ? told : textOf;
    if (session[key] !== before[key] && text(session[key]) !== text(before[key])) found[key] = session[key];
  }
  if (now.document !== start.document) {
    const { history, folder } = now.document ?? { history: null, folder: null };
    found['document'] = [history?.present, history?.past.map(({ label }) => label), history?.future.length, folder];
  }
  if (now.transient !== start.transient) found['preview'] = now.transient.preview?.pose ?? null;
  return textOf(found);
}

async function effectOf(watch: Watch, act: () => Promise<void>): Promise<string> {
  const { studio, start } = watch;
  // What an earlier command still had to do is done first.
  do {
    studio.setState(start, true);
    for (let i = 0; i < 3; i++) await turn();
  } while (studio.getState() !== start);
  watch.asked = [];
  watch.ids = 0;
  await act();
  // Some commands go on after a step of their own.
  for (let seen = '', now = ' '; seen !== now;) {
    seen = now;
    for (let i = 0; i < 6; i++) await turn();
    const { session, document: shown } = studio.getState();
    now = `${watch.asked.join(' ')} ${session.dialogs.length} ${shown?.history.past.length}`;
  }
  return `${changesOf(watch)} ${watch.asked.join('; ')}`;
}

/** Waits until there is something, for as many turns as a menu may take to open. */
async function elementOf(selector: string): Promise<HTMLElement> {
  for (let waited = 0; waited < 20_000; waited++) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element;
    await turn();
  }
  throw new Error(`there is no ${selector}`);
}

/** Opens the menu and presses the entry. Returns whether it can be used. */
async function press({ id, category, folder }: Entry): Promise<boolean> {
  const buttons = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Menus] .menu-button')];
  buttons.find(({ textContent }) => textContent === category)!.click();
  let menu = `[role=menu][aria-label="${category}"]`;
  if (folder !== null) {
    const inside = await elementOf(`${menu} [data-key="${folder}"]`);
    inside.focus();
    inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    menu = `[role=menu][aria-label="${folder}"]`;
  }
  const entry = await elementOf(`${menu} [data-key="${id}"]`);
  const isUsable = entry.getAttribute('aria-disabled') !== 'true';
  entry.click();
  // A menu stays open over an entry that cannot be used, and Escape closes the innermost first. The list of the palette, which an entry opens, stays.
  for (let waited = 0; document.querySelector('.popover [role=menu]') !== null && waited < 20_000; waited++) {
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    if (!isUsable) [...document.querySelectorAll('[role=menu]')].at(-1)?.dispatchEvent(escape);
    await turn();
  }
  return isUsable;
}

/** The effects of one command by its id and by its entry. */
async function effectsOf(watch: Watch, entry: Entry): Promise<{ byCommand: string; byMenu: string; isUsable: boolean }> {
  let isUsable = true;
  const byCommand = await effectOf(watch, async () => void window.limber!.run(entry.id));
  const byMenu = await effectOf(watch, async () => {
    isUsable = await press(entry);
  });
  return { byCommand, byMenu, isUsable };
}

async function compareAll(entries: readonly Entry[]): Promise<Comparison> {
  const nothing = '{} ';
  const watch = watchStudio();
  const differences: Difference[] = [];
  const effective: string[] = [];
  for (const entry of entries) {
    let effects = await effectsOf(watch, entry);
    // What an earlier command still did may have fallen into it.
    for (let again = 0; again < 2 && effects.byMenu !== effects.byCommand; again++) effects = await effectsOf(watch, entry);
    const { byCommand, byMenu, isUsable } = effects;
    if (byMenu !== byCommand || (!isUsable && byMenu !== nothing))
      differences.push({ id: entry.id, byCommand: byCommand.slice(0, 300), byMenu: byMenu.slice(0, 300) });
    if (byMenu !== nothing) effective.push(entry.id);
  }
  return { differences, effective };
}

/** All of them; the page calls the last. */
export const PAGE_FUNCTIONS: readonly ((...given: never[]) => unknown)[] = [
  textOf,
  turn,
  note,
  watchStudio,
  watchPart,
  changesOf,
  effectOf,
  elementOf,
  press,
  effectsOf,
  compareAll,
];
