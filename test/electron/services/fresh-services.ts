import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../../electron/contract.ts';
import { BROWSER_SHELL, createServices, type ServiceDependencies } from '../../../electron/services/create-services.ts';
import { createPathGuard } from '../../../electron/services/path-guard.ts';
import { endPrograms } from '../../helpers/end-programs.ts';
import { glbOf } from '../../core/formats/build-glb.ts';

export interface FreshServices {
  readonly services: Services;
  /** A folder of its own that the window may use. */
  readonly folder: string;
  /** Ends the program in good order. */
  close(): Promise<void>;
  /** The same program, started again after it was killed. */
  restart(changes?: Partial<ServiceDependencies>): Services;
}

export const HERO = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'hips' }] });

/** All services on folders of their own, with `hero.glb` in the one that the window may use. */
export async function freshServices(changes: Partial<ServiceDependencies> = {}): Promise<FreshServices> {
  const base = await mkdtemp(join(tmpdir(), 'limber-services-'));
  const folder = join(base, 'documents');
  await mkdir(folder);
  await writeFile(join(folder, 'hero.glb'), HERO);
  await writeFile(join(base, 'secret.glb'), HERO);
  const start = (more: Partial<ServiceDependencies> = {}) =>
    createServices({
      app: { version: '1.2.3', host: 'browser', platform: 'linux', documentsFolder: folder },
      dataFolder: join(base, 'data'),
      mannequinPath: join(folder, 'hero.glb'),
      startupFile: null,
      paths: createPathGuard([folder]),
      places: () => [{ name: 'Documents', folder }],
      shell: BROWSER_SHELL,
      ...changes,
      ...more,
    });
  const restart: FreshServices['restart'] = (more) => {
    endPrograms(base);
    return start(more).services;
  };
  return { ...start(), folder, restart };
}
