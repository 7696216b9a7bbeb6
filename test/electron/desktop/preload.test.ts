import { expect, test, vi } from 'vitest';
import { electron, fake } from './fake-electron.ts';

vi.mock('electron', async () => (await import('./fake-electron.ts')).electron);

interface Bridge {
  call(name: string, parameters: readonly unknown[]): Promise<unknown>;
  listen(listener: (name: string, event: unknown) => void): () => void;
  pathOf(file: File): string | null;
}

await import('../../../electron/desktop/preload.ts');
const bridge = fake.exposed.get('limberBridge') as Bridge;

test('the window gets three functions and nothing of Electron itself', () => {
  expect([...fake.exposed.keys()]).toEqual(['limberBridge']);
  expect(Object.keys(bridge)).toEqual(['call', 'listen', 'pathOf']);
});

test('calls go to one channel', async () => {
  electron.ipcRenderer.invoke.mockResolvedValue({ ok: true, value: 7 });
  expect(await bridge.call('app.info', [])).toEqual({ ok: true, value: 7 });
  expect(electron.ipcRenderer.invoke).toHaveBeenCalledWith('limber:call', 'app.info', []);
});

test('events come without their sender, until one stops listening', () => {
  const heard = vi.fn();
  const stop = bridge.listen(heard);
  const [channel, listener] = electron.ipcRenderer.on.mock.calls[0] as [string, (...parameters: unknown[]) => void];
  listener({ sender: 'secret' }, 'menu.command', { id: 'edit.undo' });
  expect(channel).toBe('limber:event');
  expect(heard.mock.calls).toEqual([['menu.command', { id: 'edit.undo' }]]);
  stop();
  expect(electron.ipcRenderer.off).toHaveBeenCalledWith('limber:event', listener);
});

test('the path of a dropped file is told to the main process, that of a made-up file does not exist', () => {
  electron.webUtils.getPathForFile.mockReturnValueOnce('/dropped/hero.glb').mockReturnValueOnce('');
  expect(bridge.pathOf(new File([], 'hero.glb'))).toBe('/dropped/hero.glb');
  expect(bridge.pathOf(new File([], 'hero.glb'))).toBeNull();
  expect(electron.ipcRenderer.send.mock.calls).toEqual([['limber:dropped', '/dropped/hero.glb']]);
});
