import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import { CALL_CHANNEL, DROPPED_CHANNEL, EVENT_CHANNEL } from './channels.ts';

// The window sees these three functions of Electron and nothing else.
contextBridge.exposeInMainWorld('limberBridge', {
  call: (name: string, parameters: readonly unknown[]) => ipcRenderer.invoke(CALL_CHANNEL, name, parameters),
  listen(listener: (name: string, event: unknown) => void) {
    const heard = (_event: IpcRendererEvent, name: string, event: unknown) => listener(name, event);
    ipcRenderer.on(EVENT_CHANNEL, heard);
    return () => void ipcRenderer.off(EVENT_CHANNEL, heard);
  },
  pathOf(file: File) {
    const path = webUtils.getPathForFile(file);
    if (path === '') return null;
    // Only a file that the user really dropped has a path, so it may be opened from now on.
    ipcRenderer.send(DROPPED_CHANNEL, path);
    return path;
  },
});
