/** The names of Electron's channels between preload and main process. */
export const CALL_CHANNEL = 'limber:call';
export const EVENT_CHANNEL = 'limber:event';
export const DROPPED_CHANNEL = 'limber:dropped';
