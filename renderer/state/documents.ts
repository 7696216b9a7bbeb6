import { createProject } from '../../core/document/create-project.ts';
import { changeProject, readPackedPoses, rigSettingsFromData } from '../../core/document/deserialize.ts';
import { createHistory } from '../../core/document/history.ts';
import { jointKeys } from '../../core/document/joint-keys.ts';
import type { PackedPoses } from '../../core/document/packed-poses.ts';
import { projectFromData, type ProjectData, type ReadProject } from '../../core/document/serialize.ts';
import { pastOf, type Step } from '../../core/document/step.ts';
import { plainBones } from '../../core/humanoid/rigging/plain-bones.ts';
import type { Project } from '../../core/document/project.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { sizeQuestion, type SizeReading } from '../../core/humanoid/rigging/size-question.ts';
import type { OpenedCharacter, PartRevisions, Startup } from '../../electron/contract.ts';
import type { DroppedFile } from '../reading/dropped-files.ts';
import { packFiles } from '../reading/pack-files.ts';
import { chooseFile, lastPart, suggestedFolder } from './choose-file.ts';
import { isLimbBone } from './body-parts.ts';
import { asSentence, messageOf, notify, notifyUntilSettled, settleNotice } from './notices.ts';
import { inWords } from './joint-labels.ts';
import { isCancelled, whileOpening } from './jobs.ts';
import { showMotions } from './motion.ts';
import type { OpenMotionFile } from './motion-source.ts';
import { pause } from './playback.ts';
import { restoreView } from './project-view.ts';
import { closeJournal, confirmLeaving, beginJournal } from './saving.ts';
import { ask } from './session.ts';
import { NO_LIBRARY_SESSION, NOTHING_SELECTED, type DocumentState, type RecoverChoice, type Studio } from './studio.ts';

const PROJECT_FILE = /(\.limber|[/\\]project\.limber)$/i;
export const CHARACTER_EXTENSIONS = ['glb', 'vrm', 'gltf', 'fbx', 'bvh', 'npz', 'json', 'zip'] as const;

/** A frame of landmarks, which come as a file each. */
const FRAME = /\.json$/i;
const VRM_ANIMATION = /\.vrma$/i;

/** Shows what the window should begin with: the file that was given, what can be recovered, or the mannequin. */
export async function startUp(studio: Studio): Promise<void> {
  const { desktop } = studio;
  const app = await desktop.call('app.info');
  studio.setState({ session: { ...studio.getState().session, app } });
  if (app.problem !== undefined) notifyUntilSettled(studio, 'recovery', app.problem);
  await showStartup(studio);
  if (!studio.getState().document) await showMannequin(studio);
}

/** Work that was discarded makes room for what would have been shown without it. */
async function showStartup(studio: Studio): Promise<void> {
  const startup = await studio.desktop.call('app.startup');
  if (startup.kind === 'open') await openPath(studio, startup.path);
  if (startup.kind === 'recover' && (await offerRecovery(studio, startup)) === 'discard') await showStartup(studio);
}

/** A new document with the built-in mannequin. */
export async function newDocument(studio: Studio): Promise<void> {
  if (await confirmLeaving(studio)) await showMannequin(studio);
}

function isCharacterFile(path: string): boolean {
  return CHARACTER_EXTENSIONS.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}

/** Opens a file or project folder by its path. */
export async function openPath(studio: Studio, path: string): Promise<void> {
  if (isCharacterFile(path) && !PROJECT_FILE.test(path)) {
    await openCharacter(studio, lastPart(path), (job) => studio.desktop.call('character.openPath', path, {}, job));
  } else {
    await openProject(studio, path);
  }
}

/** Files that may lie beside the one that refers to them: pictures and buffers. */
const REFERS_TO_OTHERS = /\.(gltf|fbx)$/i;

/**
 * Opens what was dropped onto the window: a project, or the only character or motion among the files, with what it refers to; of several the user
 * chooses one.
 */
export async function openDropped(studio: Studio, files: readonly DroppedFile[]): Promise<void> {
  const whole = files.length === 1 ? files[0] : files.find(({ file }) => PROJECT_FILE.test(file.name));
  if (whole) return openDroppedFile(studio, whole.file);
  if (files.length > 1 && files.every(({ file }) => FRAME.test(file.name))) return openPacked(studio, files[0]!, files);
  const openable = files.filter(({ file }) => isCharacterFile(file.name) || VRM_ANIMATION.test(file.name));
  if (openable.length === 0) {
    const count = files.length === 0 ? 'Nothing that was dropped' : `None of the ${files.length} files that were dropped`;
    notify(
      studio,
      'warning',
      `${count} is a character or a motion: drop GLB, glTF, VRM, VRMA, FBX or BVH files, landmarks (JSON), SMPL motion (npz), or a zip archive.`,
    );
    return;
  }
  const paths = openable.map(({ path }) => path);
  const path = paths.length === 1 ? paths[0] : await ask<string | null>(studio, (answer) => ({ name: 'dropped', paths, answer }));
  const chosen = openable.find((each) => each.path === path);
  if (!chosen) return;
  const others = files.filter((each) => !openable.includes(each));
  if (others.length === 0 || !REFERS_TO_OTHERS.test(chosen.path) || studio.desktop.pathOf(chosen.file) !== null)
    return openDroppedFile(studio, chosen.file);
  await openPacked(studio, chosen, [chosen, ...others]);
}

/** Opens files of which one needs the others, or that are the frames of one motion. */
async function openPacked(studio: Studio, chosen: DroppedFile, files: readonly DroppedFile[]): Promise<void> {
  const name = lastPart(chosen.path);
  const packed = packFiles(files);
  await openForShow(studio, name, async (...parameters) =>
    studio.desktop.call('character.openBytes', `${name}.zip`, await packed, ...parameters),
  );
}

/**
 * Opens a file that was dropped onto the window. One that holds only motion is for the character on screen, which it never replaces: what is
 * brought of it is asked in a dialog. Any other is another character or project.
 */
export async function openDroppedFile(studio: Studio, file: File): Promise<void> {
  const path = studio.desktop.pathOf(file);
  if (PROJECT_FILE.test(file.name) && path === null) {
    notify(
      studio,
      'warning',
      'A browser does not tell where a dropped file lies, so a project cannot be opened this way: use File > Open project.',
    );
    return;
  }
  if (path !== null && !isCharacterFile(file.name) && !VRM_ANIMATION.test(file.name)) return openPath(studio, path);
  await openForShow(studio, file.name, (...parameters) => openBytesOrPath(studio, file, ...parameters));
}

/** Opens a file, and shows the character or asks what is brought of its motions. */
async function openForShow(studio: Studio, name: string, open: OpenMotionFile): Promise<void> {
  try {
    const opened = await whileOpening(studio, name, (job) => open({}, job));
    if (opened.isMotionOnly && studio.getState().document) return await showMotions(studio, opened, open);
    if (await confirmLeaving(studio)) await showCharacter(studio, opened);
  } catch (error) {
    if (!isCancelled(error)) notify(studio, 'error', messageOf(error));
  }
}

async function openBytesOrPath(studio: Studio, file: File, ...parameters: Parameters<OpenMotionFile>): Promise<OpenedCharacter> {
  const path = studio.desktop.pathOf(file);
  return path === null
    ? studio.desktop.call('character.openBytes', file.name, new Uint8Array(await file.arrayBuffer()), ...parameters)
    : studio.desktop.call('character.openPath', path, ...parameters);
}

export async function chooseCharacter(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: 'Open character',
    kind: 'character',
    suggested: suggestedFolder(studio.getState()),
    extensions: CHARACTER_EXTENSIONS,
  });
  if (path !== null) await openPath(studio, path);
}

export async function chooseProject(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: 'Open project',
    kind: 'project',
    suggested: suggestedFolder(studio.getState()),
    extensions: ['limber'],
  });
  if (path !== null) await openPath(studio, path);
}

async function showMannequin(studio: Studio): Promise<void> {
  const character = await studio.desktop.call('character.mannequin');
  await closeJournal(studio);
  showDocument(studio, character, null);
}

async function openCharacter(studio: Studio, name: string, open: (job: string) => Promise<OpenedCharacter>): Promise<void> {
  if (!(await confirmLeaving(studio))) return;
  try {
    await showCharacter(studio, await whileOpening(studio, name, open));
  } catch (error) {
    if (!isCancelled(error)) notify(studio, 'error', messageOf(error));
  }
}

/** A new document with a character. Throws an `Error` with one sentence when it cannot be posed. */
async function showCharacter(studio: Studio, character: OpenedCharacter): Promise<void> {
  const corrections = await correctionsFor(studio, character);
  if (!corrections) return;
  showDocument(studio, character, null, corrections);
  await closeJournal(studio);
  tellOfReport(studio);
}

/** None for a biped; those that pose any other skeleton by its plain bones where that is wanted, else null. */
async function correctionsFor(studio: Studio, { scene }: OpenedCharacter): Promise<Project['rig']['corrections'] | null> {
  try {
    buildRig(scene);
    return {};
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const corrections = plainBones(scene);
    const reason = asSentence(error.message);
    const opens = await ask<boolean>(studio, (answer) => ({ name: 'plainBones', reason, answer }));
    return opens ? corrections : null;
  }
}

/** Shows the character again with its lengths read in another unit, as a new document. */
export async function readInUnits(studio: Studio, { metres }: SizeReading): Promise<void> {
  const { character } = studio.getState().document ?? {};
  if (!character) return;
  await openCharacter(studio, character.fileName, (job) =>
    studio.desktop.call('character.inUnits', character.hash, character.fileName, metres, job),
  );
}

/** Says what an animator should know of a character that is not quite a whole body; missing fingers, eyes or jaw are no news. */
function tellOfReport(studio: Studio): void {
  const report = studio.getState().document?.rig.report;
  if (!report) return;
  const limbs = report.missing.filter((bone) => isLimbBone(bone)).map((bone) => inWords(bone).toLowerCase());
  const sentences = [...report.warnings, ...(limbs.length > 0 ? [`Not found: ${limbs.join(', ')}.`] : [])];
  if (sentences.length === 0) return;
  const answers = sizeQuestion(report.height)?.readings[0] ? ['file.readInUnits'] : [];
  notify(studio, 'warning', sentences.join(' '), ...answers, 'file.importReport');
}

async function openProject(studio: Studio, path: string): Promise<void> {
  if (!(await confirmLeaving(studio))) return;
  try {
    const opened = await whileOpening(studio, lastPart(path), (job) => studio.desktop.call('project.open', path, job));
    showDocument(studio, opened.character, opened);
    if (opened.view) restoreView(studio, opened.view);
    await closeJournal(studio);
    for (const warning of opened.warnings) notify(studio, 'warning', warning);
    if (opened.readOnly) {
      const text = `“${lastPart(opened.folder)}” can be read but not changed where it is. Save it somewhere else to keep what you do.`;
      notifyUntilSettled(studio, 'readOnly', text, 'file.saveAs');
    }
  } catch (error) {
    if (!isCancelled(error)) notify(studio, 'error', messageOf(error));
  }
}

type Recovery = Extract<Startup, { kind: 'recover' }>;

async function offerRecovery(studio: Studio, startup: Recovery): Promise<RecoverChoice> {
  const { edits } = startup;
  const choice = await ask<RecoverChoice>(studio, (answer) => ({ name: 'recover', edits, answer }));
  if (choice === 'discard') {
    await closeJournal(studio);
    return choice;
  }
  try {
    showDocument(studio, startup.character, { ...startup, revisions: startup.saved?.revisions ?? null });
  } catch (error) {
    notify(studio, 'error', messageOf(error));
    return choice;
  }
  const { document } = studio.getState();
  if (!document) return choice;
  studio.setState({ document: recovered(document, startup) });
  beginJournal(studio, 'Recover');
  notify(studio, 'info', 'Your work was brought back. Save the project to keep it.');
  return choice;
}

/** The document with recovered work: made from what is saved, or from nothing that is saved. */
function recovered(document: DocumentState, { saved, character }: Recovery): DocumentState {
  const unsaved = { ...document, saved: { ...document.saved } };
  if (!saved) return unsaved;
  const { rig, project } = readProject(character, saved.project);
  const isSameRig = jointKeys(rig.skeleton).join('\n') === jointKeys(document.rig.skeleton).join('\n');
  if (!isSameRig) return { ...unsaved, saved: project };
  const present = changeProject(project, saved.change, document.rig).project;
  return { ...unsaved, saved: project, history: createHistory(present === project ? { ...project } : present) };
}

/** A project to show, and where it lies. */
interface ShownProject {
  readonly project: ProjectData;
  /** In place of the project's own, where they came packed. */
  readonly poses?: PackedPoses;
  readonly folder: string | null;
  readonly revisions: PartRevisions | null;
  readonly steps?: readonly Step[];
}

/** Replaces the document. `opened` is null for a character that has no project yet. Throws when the rig cannot be built. */
function showDocument(
  studio: Studio,
  character: OpenedCharacter,
  opened: ShownProject | null,
  corrections: Project['rig']['corrections'] = {},
): void {
  const { rig, project, warnings } = opened
    ? readProject(character, opened.project, opened.poses)
    : startProject(character, corrections);
  const { folder = null, revisions = null, steps = [] } = opened ?? {};
  pause(studio);
  settleNotice(studio, 'readOnly');
  settleNotice(studio, 'dropped');
  const { session } = studio.getState();
  studio.setState({
    document: {
      history: createHistory(project, pastOf(project, steps, rig)),
      character,
      rig,
      folder,
      saved: project,
      revisions,
      waiting: [],
    },
    session: {
      ...session,
      selection: NOTHING_SELECTED,
      playback: { ...session.playback, playing: false, time: 0 },
      library: NO_LIBRARY_SESSION,
      openingCamera: null,
      clipboard: null,
      dropped: null,
    },
    transient: { preview: null, feedback: null },
  });
  for (const warning of warnings) notify(studio, 'warning', warning);
}

interface Shown extends ReadProject {
  readonly rig: Rig;
}

function startProject(character: OpenedCharacter, corrections: Project['rig']['corrections']): Shown {
  const { name, fileName, hash } = character;
  const rig = buildRig(character.scene, { corrections });
  return { rig, project: createProject(rig, { name, fileName, hash }, corrections), warnings: [] };
}

/** A project's limits and stiffnesses go by joint names, so the rig is built twice: to learn the joints, then with them. */
function readProject(character: OpenedCharacter, data: ProjectData, packed?: PackedPoses): Shown {
  const { preset, corrections } = data.rig;
  const detected = buildRig(character.scene, { preset, corrections, limits: {}, stiffness: {} });
  const rig = buildRig(character.scene, rigSettingsFromData(data.rig, detected.skeleton));
  const { project, warnings } = projectFromData(rig, data);
  if (!packed) return { rig, project, warnings };
  const read = readPackedPoses(rig.skeleton, packed);
  return { rig, project: { ...project, poses: read.poses }, warnings: [...warnings, ...read.warnings] };
}
