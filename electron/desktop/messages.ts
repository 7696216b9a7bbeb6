import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron';
import { isOwnAddress } from './app-protocol.ts';
import { CALL_CHANNEL, DROPPED_CHANNEL } from './channels.ts';
import type { Services } from '../contract.ts';
import { dispatch } from '../ipc.ts';

/** Answers the window's messages. `dropped` hears of each file that the user dropped onto the window. */
export function answerMessages(services: Services, dropped: (path: string) => void): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, parameters: unknown) => {
    if (!isFromWindow(event)) return { ok: false, error: { message: 'this page may not speak to Limber' } };
    return dispatch(services, name, parameters);
  });
  ipcMain.on(DROPPED_CHANNEL, (event, path: unknown) => {
    if (isFromWindow(event) && typeof path === 'string') dropped(path);
  });
}

/** Only the top frame of the program's own page may speak; a frame that is gone already has no sender. */
function isFromWindow({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url);
}
