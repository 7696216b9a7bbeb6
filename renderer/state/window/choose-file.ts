import type { DialogRequest } from '../../../electron/contract.ts';
import { attempting } from './notify.ts';
import { ask } from '../session.ts';
import type { Studio, StudioState } from '../studio.ts';

/** Asks for a path with the system's dialog where there is one, else with the window's own file browser; null when cancelled. */
export async function chooseFile(studio: Studio, mode: 'open' | 'save', request: DialogRequest): Promise<string | null> {
  const answer = await attempting(studio, 'choosing', null, () =>
    studio.desktop.call(mode === 'open' ? 'dialog.open' : 'dialog.save', request),
  );
  if (answer?.kind === 'chosen') return answer.path;
  if (answer?.kind !== 'unavailable') return null;
  return ask<string | null>(studio, (reply) => ({ name: 'files', mode, request, answer: reply }));
}

/** Where choosing a file begins: in the project's folder, or where new projects are kept while there is none. */
export function suggestedFolder({ document, session }: StudioState): string | null {
  return document?.folder ?? session.settings.projectsFolder ?? session.app?.documentsFolder ?? null;
}

/** The last part of a path, whichever separator it uses. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** A path without its last part. */
export function folderOf(path: string): string {
  return path.slice(0, path.length - lastPart(path).length).replace(/[/\\]+$/, '');
}

/** `folder` and `name` as one path, with the separator that the folder uses. */
export function joinPath(folder: string, name: string): string {
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** What is typed as a name: a whole path is taken as it is, anything else is in `folder`. */
export function pathIn(folder: string, typed: string): string {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(typed) ? typed : joinPath(folder, typed);
}

/** A name without the signs that file systems refuse. */
export function asFileName(name: string): string {
  const cleaned = name
    .replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '-')
    .replaceAll(/[. ]+$/g, '')
    .trim();
  return cleaned === '' ? 'Untitled' : cleaned;
}
