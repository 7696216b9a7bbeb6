import type { Desktop, MessageName, WindowState } from '../../../electron/contract.ts';

export type Writing = NonNullable<WindowState['writing']>;

/** The messages that write files of the user's: what is lost when the program ends before they are answered. */
const WRITES: { readonly [Name in MessageName]?: Writing } = {
  'project.save': 'save',
  'project.saveChange': 'save',
  'export.clip': 'export',
  'export.pose': 'export',
  'picture.end': 'export',
};

/** The same door to the host; `changed` hears what is being written, the latest that began, and null when everything is. */
export function watchWrites(desktop: Desktop, changed: (writing: Writing | null) => void): Desktop {
  const running = new Map<symbol, Writing>();
  const tell = () => changed([...running.values()].at(-1) ?? null);
  return {
    ...desktop,
    async call(name, ...parameters) {
      const kind = WRITES[name];
      if (!kind) return desktop.call(name, ...parameters);
      const write = Symbol(name);
      running.set(write, kind);
      tell();
      try {
        return await desktop.call(name, ...parameters);
      } finally {
        running.delete(write);
        tell();
      }
    },
  };
}
