import { applyListChange } from '../../../../core/document/list-change.ts';
import { withRevisions } from '../../../../core/document/part-paths.ts';
import { referenceBody } from '../../../../core/library/shared/reference-body.ts';
import type { ProjectNews } from '../../../../electron/contract.ts';
import { chooseFile, lastPart, suggestedFolder } from '../../window/choose-file.ts';
import { whileOpening } from '../../jobs.ts';
import { readPosesInTurns } from '../../documents/read-in-turns.ts';
import { attempting, failureText, isCancelled, notify, settleNotice, tellFailure } from '../../window/notify.ts';
import { setLibrarySession } from '../../session.ts';
import { changeSetting } from '../../window/settings.ts';
import type { Studio } from '../../studio.ts';
import { readSharedPoses } from './shared-data.ts';
import { unreadLibrary, type SharedLibrary } from './shared-library.ts';
import { libraryName } from './shown-library.ts';

/** Sentences about files of one library that are told; of more, how many there are. */
const MOST_WARNINGS = 3;

/** Asks for a folder, and puts it among the libraries of the panel; an empty one becomes a library with its first pose. */
export async function addLibraryFolder(studio: Studio): Promise<void> {
  const folder = await chooseFile(studio, 'open', {
    title: 'Add a library folder',
    kind: 'folder',
    suggested: suggestedFolder(studio.getState()),
    extensions: [],
  });
  if (folder === null) return;
  const { libraries } = studio.getState().session.settings;
  if (!libraries.includes(folder)) {
    const read = await readLibrary(studio, folder);
    if (read.problem !== null) {
      tellFailure(studio, 'library', new Error(read.problem), { file: lastPart(folder), failed: 'was not added' });
      return forgetLibrary(studio, folder);
    }
    settleNotice(studio, 'library');
    changeSetting(studio, 'libraries', [...studio.getState().session.settings.libraries, folder]);
  }
  showLibrary(studio, folder);
}

/** Takes the library that is shown out of the panel. Its folder stays as it is. */
export function removeShownLibrary(studio: Studio): void {
  const { settings, library } = studio.getState().session;
  const { source } = library;
  if (source === null) return;
  const name = libraryName(source, settings.libraries);
  showLibrary(studio, null);
  const left = settings.libraries.filter((folder) => folder !== source);
  changeSetting(studio, 'libraries', left);
  const about = { file: name, failed: 'is still watched' };
  void attempting(studio, 'library', about, () => forgetLibrary(studio, source));
  notify(studio, 'info', `“${name}” is no longer in the panel. Its folder stays as it is: ${source}`);
}

/** Shows a library in the panel, by its folder; null for the project's own poses. It is read when it is shown first. */
export function showLibrary(studio: Studio, folder: string | null): void {
  const { session } = studio.getState();
  if (session.library.source !== folder) {
    setLibrarySession(studio, { source: folder, selected: null, renaming: null, place: 'all' });
  }
  const known = folder === null ? undefined : session.sharedLibraries[folder];
  if (folder !== null && (!known || known.problem !== null) && !known?.isReading) void readLibrary(studio, folder);
}

/** Shows the library that stands behind the one that is shown, and after the last one the project's. */
export function showNextLibrary(studio: Studio): void {
  const { settings, library } = studio.getState().session;
  const folders = [null, ...settings.libraries];
  showLibrary(studio, folders[(folders.indexOf(library.source) + 1) % folders.length] ?? null);
}

/** Reads the folder of the library that is shown again. */
export async function readShownLibrary(studio: Studio): Promise<void> {
  const { source } = studio.getState().session.library;
  if (source !== null) await readLibrary(studio, source);
}

/** Reads a library's folder; what cannot be read says so in the panel. */
export async function readLibrary(studio: Studio, folder: string): Promise<SharedLibrary> {
  const before = studio.getState().session.sharedLibraries[folder] ?? unreadLibrary(folder);
  keepLibrary(studio, { ...before, isReading: true, problem: null });
  const name = libraryName(folder, studio.getState().session.settings.libraries);
  try {
    const opened = await whileOpening(studio, name, (job) => studio.desktop.call('library.open', folder, job));
    const { poses, warnings } = await readPosesInTurns(referenceBody().skeleton, opened.poses);
    tellWarnings(studio, name, [...opened.warnings, ...warnings]);
    const { revisions, readOnly = false } = opened;
    return keepLibrary(studio, { folder, poses, revisions, isReading: false, isReadOnly: readOnly, problem: null });
  } catch (error) {
    const problem = isCancelled(error)
      ? `Reading “${name}” was cancelled.`
      : failureText('library', error, { file: name, failed: 'was not read' });
    return keepLibrary(studio, { ...unreadLibrary(folder), problem });
  }
}

/** Takes over what others do to libraries that were read. Returns how to stop. */
export function followLibraries(studio: Studio): () => void {
  return studio.desktop.on('library.changed', (news) => mergeLibraryNews(studio, news));
}

export function keepLibrary(studio: Studio, library: SharedLibrary): SharedLibrary {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, sharedLibraries: { ...session.sharedLibraries, [library.folder]: library } } });
  return library;
}

function mergeLibraryNews(studio: Studio, { folder, change, revisions, notes }: ProjectNews): void {
  const { sharedLibraries, settings } = studio.getState().session;
  const library = sharedLibraries[folder];
  if (!library) return;
  const poses = change.poses ? applyListChange(library.poses, readSharedPoses(change.poses)) : library.poses;
  keepLibrary(studio, { ...library, poses, revisions: withRevisions(library.revisions, revisions) });
  tellWarnings(studio, libraryName(folder, settings.libraries), notes);
}

async function forgetLibrary(studio: Studio, folder: string): Promise<void> {
  const { session } = studio.getState();
  const { [folder]: _, ...left } = session.sharedLibraries;
  studio.setState({ session: { ...session, sharedLibraries: left } });
  await studio.desktop.call('library.close', folder);
}

function tellWarnings(studio: Studio, name: string, warnings: readonly string[]): void {
  for (const warning of warnings.slice(0, MOST_WARNINGS)) notify(studio, 'warning', `${name}: ${warning}`);
  const more = warnings.length - MOST_WARNINGS;
  if (more > 0) notify(studio, 'warning', `${name}: ${more} more files were left out.`);
}
