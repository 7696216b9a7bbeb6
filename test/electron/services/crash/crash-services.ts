import type { ProjectData } from '../../../../core/document/project-data.ts';
import { BROWSER_SHELL, createServices, type StudioServices } from '../../../../electron/services/create-services.ts';
import { createPathGuard } from '../../../../electron/services/path-guard.ts';

/** The services of a program whose own files and whose user's files lie in these folders. */
export function crashServices(dataFolder: string, folder: string, mannequinPath: string): StudioServices {
  return createServices({
    app: { version: '0', host: 'browser', platform: 'linux', documentsFolder: folder },
    dataFolder,
    mannequinPath,
    startupFile: null,
    paths: createPathGuard([folder]),
    places: () => [],
    shell: BROWSER_SHELL,
  });
}

/** The edit with a number that a writer makes: a pose of its own. */
export function poseOf(writer: string, edit: number): string {
  return `${writer}-${edit}`;
}

export function posesOf({ poses }: ProjectData): string[] {
  return poses.map(({ id }) => id);
}
