import { dialog, type BrowserWindow, type FileFilter } from 'electron';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { DialogAnswer, DialogRequest } from '../contract.ts';
import { projectFolderOf } from '../files/project/project-folder.ts';
import { createSettingsFile } from '../services/settings-file.ts';

/** The system's file dialogs, which begin where one of their kind ended last time. */
export interface NativeDialogs {
  open(request: DialogRequest): Promise<DialogAnswer>;
  save(request: DialogRequest): Promise<DialogAnswer>;
}

const KIND_NAMES: Readonly<Record<DialogRequest['kind'], string>> = {
  character: 'Characters and motion',
  project: 'Limber projects',
  folder: 'Folders',
  export: 'Exports',
};

/** Suggestions inside `documentsFolder` itself are mere defaults: the remembered folder comes before them. */
export function createNativeDialogs(window: () => BrowserWindow, dataFolder: string, documentsFolder: string): NativeDialogs {
  const folders = createSettingsFile<Readonly<Record<string, string>>>(
    join(dataFolder, 'folders.json'),
    z.record(z.string(), z.string()),
    {},
  );

  async function answer(kind: DialogRequest['kind'], path: string | undefined): Promise<DialogAnswer> {
    if (path === undefined || path === '') return { kind: 'cancelled' };
    const folder = dirname(projectFolderOf(path));
    await folders
      .update((remembered) => (remembered[kind] === folder ? remembered : { ...remembered, [kind]: folder }))
      .catch(() => {
        // A dialog that begins elsewhere next time is not worth a message.
      });
    return { kind: 'chosen', path };
  }

  return {
    async open({ title, kind, suggested, extensions }) {
      const remembered = (await folders.read())[kind];
      const isDefault = suggested === null || suggested === documentsFolder;
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        title,
        defaultPath: (isDefault ? remembered : null) ?? suggested ?? documentsFolder,
        properties: kind === 'folder' ? ['openDirectory', 'createDirectory'] : ['openFile'],
        filters: kind === 'folder' ? [] : filters(kind, extensions),
      });
      return answer(kind, canceled ? undefined : filePaths[0]);
    },
    async save({ title, kind, suggested, extensions }) {
      const remembered = (await folders.read())[kind];
      const wanted = suggested ?? join(documentsFolder, 'Untitled');
      const isDefault = dirname(wanted) === documentsFolder;
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        title,
        defaultPath: isDefault && remembered !== undefined ? join(remembered, basename(wanted)) : wanted,
        properties: ['createDirectory', 'showOverwriteConfirmation'],
        filters: filters(kind, extensions),
      });
      return answer(kind, canceled ? undefined : filePath);
    },
  };
}

function filters(kind: DialogRequest['kind'], extensions: readonly string[]): FileFilter[] {
  return extensions.length === 0
    ? []
    : [{ name: KIND_NAMES[kind], extensions: extensions.map((extension) => extension.replace(/^\./, '')) }];
}
