import { app, session } from 'electron';
import { isOwnAddress } from './app-protocol.ts';

/** The window’s own page may use the camera, of which it asks the user first; no microphone, no place, no device. It shows no page but its own. */
export function guardWindows(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === 'media' && isOwnAddress(details.requestingUrl) && areOnlyVideo(details)),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin, { mediaType }) => permission === 'media' && mediaType === 'video' && isOwnAddress(origin),
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

function areOnlyVideo(details: object): boolean {
  const { mediaTypes } = details as Partial<Electron.MediaAccessPermissionRequest>;
  return mediaTypes !== undefined && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'video');
}
