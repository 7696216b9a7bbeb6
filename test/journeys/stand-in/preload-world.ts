import { pack, unpack } from './packing.ts';

/** By these names the page and the stand-in reach each other; the preload takes them away before the page's own scripts run. */
export const SEND = 'limberStandInSend';
export const DELIVER = 'limberStandInDeliver';

/**
 * The script that runs before those of the page: the built preload, in what a sandboxed preload has. It may require
 * `electron` and nothing else, and of that it gets four parts: there is no Node, no file and no other process.
 */
export function preloadWorld(preload: string): string {
  return `(() => {
  if (window !== window.top) return;
  Object.defineProperty(navigator, 'platform', { value: 'MacIntel' });
  const pack = ${pack.toString()};
  const unpack = ${unpack.toString()};
  const send = window[${JSON.stringify(SEND)}];
  delete window[${JSON.stringify(SEND)}];
  const listeners = new Map();
  const deliver = (text) => {
    const [channel, ...values] = unpack(text);
    for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
  };
  Object.defineProperty(window, ${JSON.stringify(DELIVER)}, { value: deliver });
  const electron = {
    ipcRenderer: {
      invoke: async (channel, ...values) => {
        const answer = unpack(await send(pack(['invoke', channel, values])));
        if (answer.error !== undefined) throw new Error("Error invoking remote method '" + channel + "': " + answer.error);
        return answer.value;
      },
      send: (channel, ...values) => void send(pack(['send', channel, values])),
      on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)),
    },
    contextBridge: {
      exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value: Object.freeze(value), enumerable: true }),
    },
    webUtils: { getPathForFile: () => '' },
    webFrame: {},
  };
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error("module not found: " + name);
  };
  (function (require, module, exports, process, global, Buffer) {
${preload}
  })(require, { exports: {} }, {});
})();`;
}
