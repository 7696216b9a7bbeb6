import { addFile } from '../props/add-file.ts';
import { chooseFile, lastPart, suggestedFolder } from '../window/choose-file.ts';
import { whileOpening } from '../jobs.ts';
import { isCancelled, notify, notifyUntilSettled, settleNotice, tellFailure } from '../window/notify.ts';
import { takeOverPicture } from '../reference/edit-reference.ts';
import { restoreView } from '../saving/project-view.ts';
import { closeJournal, confirmLeaving } from '../saving/saving.ts';
import type { Studio } from '../studio.ts';
import { CHARACTER_EXTENSIONS, PROJECT_FILE, isCharacterFile } from './file-kinds.ts';
import { openCharacter } from './show-character.ts';
import { readAllPoses } from './all-poses.ts';
import { prepareRigs } from '../scene/prepare-rigs.ts';
import { showDocument } from './show-document.ts';

/** Opens a file or project folder by its path. */
export async function openPath(studio: Studio, path: string): Promise<void> {
  if (isCharacterFile(path) && !PROJECT_FILE.test(path)) {
    await openCharacter(studio, lastPart(path), (job) => studio.desktop.call('character.openPath', path, {}, job));
  } else {
    await openProject(studio, path);
  }
}

export async function chooseCharacter(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: titleFor(studio, 'Open character'),
    kind: 'character',
    suggested: suggestedFolder(studio.getState()),
    extensions: CHARACTER_EXTENSIONS,
  });
  if (path !== null) await openPath(studio, path);
}

/** Lets the user choose a character that stands beside the one there is. */
export async function chooseActor(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: 'Add character',
    kind: 'character',
    suggested: suggestedFolder(studio.getState()),
    extensions: CHARACTER_EXTENSIONS,
  });
  if (path === null) return;
  const open = (job: string) => studio.desktop.call('character.openPath', path, {}, job);
  await openCharacter(studio, lastPart(path), open, async () => 'add');
}

/** Asks for a file whose meshes come into the scene as a thing. */
export async function chooseThing(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: 'Add a prop',
    kind: 'character',
    suggested: suggestedFolder(studio.getState()),
    extensions: CHARACTER_EXTENSIONS,
  });
  if (path === null) return;
  const name = lastPart(path);
  try {
    addFile(studio, await whileOpening(studio, name, (job) => studio.desktop.call('character.openPath', path, {}, job)));
    settleNotice(studio, 'opening');
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'opening', error, { file: name, failed: 'was not added' });
  }
}

export async function chooseProject(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: titleFor(studio, 'Open project'),
    kind: 'project',
    suggested: suggestedFolder(studio.getState()),
    extensions: ['limber'],
  });
  if (path !== null) await openPath(studio, path);
}

/** Says what an opened file does with what there is. */
function titleFor(studio: Studio, title: string): string {
  const name = studio.getState().document?.history.present.name;
  return name === undefined ? title : `${title} in place of “${name}”`;
}

async function openProject(studio: Studio, path: string): Promise<void> {
  if (!(await confirmLeaving(studio, lastPart(path)))) return;
  try {
    const opened = await whileOpening(studio, lastPart(path), (job) => studio.desktop.call('project.open', path, job));
    await prepareRigs(studio, [opened.character, ...opened.others], opened.project);
    showDocument(studio, opened.character, opened);
    settleNotice(studio, 'opening');
    if (opened.view) restoreView(studio, opened.view);
    await closeJournal(studio);
    for (const warning of opened.warnings) notify(studio, 'warning', warning);
    void readAllPoses(studio);
    if (opened.view?.reference) void takeOverPicture(studio, opened.view.reference);
    if (opened.readOnly) {
      const text = `“${lastPart(opened.folder)}” can be read but not changed where it is. Save it somewhere else to keep what you do.`;
      notifyUntilSettled(studio, 'readOnly', text, 'file.saveAs');
    }
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'opening', error, { file: lastPart(path), failed: 'was not opened' });
  }
}
