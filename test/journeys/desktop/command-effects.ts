import type { Page } from '@playwright/test';
// Declares `window.limber`.
import type {} from '../../../renderer/main.tsx';

/** A command in the menu: the menu's name, and the name of the menu inside it where the command stands in one. */
export interface Entry {
  readonly id: string;
  readonly category: string;
  readonly folder: string | null;
}

/** An entry whose effect in the menu is another one than that of the command; both as text. */
export interface Difference {
  readonly id: string;
  readonly byCommand: string;
  readonly byMenu: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The entries that did something. */
  readonly effective: readonly string[];
}

/**
 * Runs each command twice in the page, each time from the state that it is in now: by its id, as keys, buttons and the palette do, and by a
 * press on its entry in the menu. An effect is what changed in the studio's state, what was asked of the host, and what was asked of the
 * viewport and of the arrangement of panels. Nothing reaches the host meanwhile. The page is good for nothing else afterwards.
 */
export function compareEffects(page: Page, entries: readonly Entry[]): Promise<Comparison> {
  return page.evaluate(async (list) => {
    /** Turns that a menu may take to open or to close. */
    const PATIENCE = 2_000;
    /** Characters of an effect that are shown where it differs. */
    const SHOWN = 300;
    const NOTHING = '{} ';
    const ATTEMPTS = 3;
    const { studio, run } = window.limber!;
    const parts = studio.parts;
    // Notices go away by themselves.
    studio.setState({ session: { ...studio.getState().session, notices: [] } });
    const start = studio.getState();
    let asked: string[] = [];
    let ids = 0;
    window.limber!.clock.hold();
    crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
    // Nobody looks at the picture meanwhile.
    const graphics = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!.getContext('webgl2')!;
    const nothingDrawn = () => {};
    for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced'] as const)
      graphics[name] = nothingDrawn;
    // What goes on by itself is no effect of a command.
    const byItself =
      /^(journal\.|window\.state|menu\.|recent\.list|updates\.state|viewport\.(thumbnail|render|settled|camera$|\w+OnScreen|nodePosition))/;
    Object.assign(studio.desktop, {
      call(name: string, ...parameters: readonly unknown[]) {
        note(name, parameters);
        // Every dialog is cancelled; all else is never answered.
        return name.startsWith('dialog.') ? Promise.resolve({ kind: 'cancelled' }) : new Promise(() => {});
      },
    });
    for (const name of ['viewport', 'workspace'] as const) {
      const watched = new Proxy(parts[name]!, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          return (...given: readonly unknown[]) => {
            note(`${name}.${String(key)}`, given);
            // An arrangement of panels would not come back with the state.
            return name === 'viewport' ? (value as (...all: readonly unknown[]) => unknown).apply(target, [...given]) : undefined;
          };
        },
      });
      Object.assign(parts, { [name]: watched });
    }

    function note(name: string, given: readonly unknown[]): void {
      // Jobs are numbered.
      if (!byItself.test(name)) asked.push(`${name} ${text(given).replaceAll(/"window \d+"/g, '"job"')}`);
    }
    function text(value: unknown): string {
      return (
        JSON.stringify(value, (_, each: unknown) => {
          if (ArrayBuffer.isView(each)) return [...(each as Float64Array)];
          return each instanceof Map || each instanceof Set ? [...each] : each;
        }) ?? ''
      );
    }
    /** What React and the studio do after something happened is done then; the picture is drawn when there is time. */
    const turn = () => new Promise((done) => setTimeout(done));
    /** What of the state is another object than before. */
    function changes(): string {
      const now = studio.getState();
      const found: Record<string, unknown> = {};
      const session = now.session as unknown as Record<string, unknown>;
      const before = start.session as unknown as Record<string, unknown>;
      for (const key of Object.keys(session))
        if (session[key] !== before[key] && text(session[key]) !== text(before[key])) found[key] = session[key];
      if (now.document !== start.document) {
        const { history, folder } = now.document ?? { history: null, folder: null };
        found['document'] = [history?.present, history?.past.map(({ label }) => label), history?.future.length, folder];
      }
      if (now.transient !== start.transient) found['preview'] = now.transient.preview?.pose ?? null;
      return text(found);
    }
    async function effectOf(act: () => Promise<void>): Promise<string> {
      // What an earlier command still had to do is done first.
      do {
        studio.setState(start, true);
        for (let i = 0; i < 3; i++) await turn();
      } while (studio.getState() !== start);
      asked = [];
      ids = 0;
      await act();
      // Some commands go on after a step of their own.
      for (let seen = '', now = ' '; seen !== now;) {
        seen = now;
        await turn();
        await turn();
        now = `${asked.join(' ')} ${studio.getState().session.dialogs.length} ${studio.getState().document?.history.past.length}`;
      }
      return `${changes()} ${asked.join('; ')}`;
    }
    async function elementOf<Kind extends Element>(selector: string): Promise<Kind> {
      for (let waited = 0; waited < PATIENCE; waited++) {
        const element = document.querySelector<Kind>(selector);
        if (element) return element;
        await turn();
      }
      throw new Error(`there is no ${selector}`);
    }
    let isUsable = true;
    async function press({ id, category, folder }: (typeof list)[number]): Promise<void> {
      const buttons = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Menus] .menu-button')];
      buttons.find(({ textContent }) => textContent === category)!.click();
      let menu = `[role=menu][aria-label="${category}"]`;
      if (folder !== null) {
        const inside = await elementOf<HTMLElement>(`${menu} [data-key="${folder}"]`);
        inside.focus();
        inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        menu = `[role=menu][aria-label="${folder}"]`;
      }
      const entry = await elementOf<HTMLElement>(`${menu} [data-key="${id}"]`);
      isUsable = entry.getAttribute('aria-disabled') !== 'true';
      entry.click();
      // A menu stays open over an entry that cannot be used, and Escape closes the innermost first.
      for (let waited = 0; document.querySelector('[role=menu]') !== null && waited < PATIENCE; waited++) {
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
        if (!isUsable) [...document.querySelectorAll('[role=menu]')].at(-1)?.dispatchEvent(escape);
        await turn();
      }
    }
    const differences: { id: string; byCommand: string; byMenu: string }[] = [];
    const effective: string[] = [];
    for (const entry of list) {
      let [byCommand, byMenu] = ['', ' '];
      // What an earlier command still did may have fallen into it.
      for (let attempt = 0; attempt < ATTEMPTS && byMenu !== byCommand; attempt++) {
        byCommand = await effectOf(async () => void run(entry.id));
        byMenu = await effectOf(() => press(entry));
      }
      if (byMenu !== byCommand || (!isUsable && byMenu !== NOTHING))
        differences.push({ id: entry.id, byCommand: byCommand.slice(0, SHOWN), byMenu: byMenu.slice(0, SHOWN) });
      if (byMenu !== NOTHING) effective.push(entry.id);
    }
    return { differences, effective };
  }, entries);
}
