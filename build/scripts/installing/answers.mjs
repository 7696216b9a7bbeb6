import { connect } from 'node:net';

/** Milliseconds that a registry or proxy has to accept a connection. */
const PATIENCE = 5_000;

/**
 * Whether the machine of an address accepts connections. Text that is no http address counts as one that does: it is not for this to judge.
 * @param {string} address
 * @returns {Promise<boolean>}
 */
export function answers(address) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return Promise.resolve(true);
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || (protocol === 'http:' ? 80 : 443)), timeout: PATIENCE });
    const end = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
