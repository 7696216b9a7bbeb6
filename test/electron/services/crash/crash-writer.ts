// A window's part of saving without the window: `crash-writer.ts DATA FOLDER CHARACTER PROJECT WRITER SEED`. Adds poses, actors, props, sounds and cameras,
// keeps each in the journal with the files that it speaks of, saves now and then without waiting, while the disk is full at times, until it is killed. Prints the id of each once
// it was acknowledged, and `saved` after each save.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { ListChanges } from '../../../../core/document/list-kinds.ts';
import type { CameraData, ProjectData, PropData, SoundData } from '../../../../core/document/project-data.ts';
import { SAME_FRAME } from '../../../../core/math/frame.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { samplePose, sampleProject } from '../sample-project.ts';
import {
  addsActor,
  addsCamera,
  addsProp,
  addsSound,
  carriedParts,
  crashServices,
  openWhole,
  poseOf,
  TAKEN,
  touchingMotions,
} from './crash-services.ts';
import { propBytes, soundBytes, soundFile } from './crash-media.ts';
import { makeDiskScarce } from './scarce-disk.ts';

const [dataFolder = '', folder = '', character = '', path = '', writer = '', seed = '0'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const program = crashServices(dataFolder, folder, character);
const { services } = program;
const { hash } = await services['character.mannequin']();
const disk = await makeDiskScarce();

let project: ProjectData = sampleProject(hash, {
  poses: [],
  rig: { preset: 'standard', corrections: {}, limits: {}, stiffness: {} },
});
/** Poses that were acknowledged already. */
let told = 0;
/** Whether the next entry must hold everything: nothing is kept yet, or not all of it. */
let begins = true;
let saving: Promise<unknown> = Promise.resolve();

try {
  project = (await openWhole(program, path)).project;
} catch {
  // Nobody has saved yet.
}
const own = new Set<string>();

/** Tells of the poses that are on disk now for certain. */
function acknowledge(ids: readonly string[]): void {
  for (const id of ids.slice(told)) writeSync(1, `${id}\n`);
  told = Math.max(told, ids.length);
}

async function keep(id: string, isWhole: boolean): Promise<void> {
  const ids = [...own];
  const change = isWhole ? { changed: project } : { changed: {}, ...added(id) };
  try {
    await services['journal.append']({ label: id, folder: path, ...change });
    acknowledge(ids);
  } catch {
    begins = true;
  }
}

/** What adds a part of this name. */
function added(id: string): ListChanges {
  const isIt = ({ name }: { readonly name: string }) => name === `Pose ${id}`;
  const actor = project.actors?.find(isIt);
  if (actor) return { actors: { removed: [], put: [{ after: null, item: actor }] } };
  const prop = project.props?.find(isIt);
  if (prop) return { props: { removed: [], put: [{ after: null, item: prop }] } };
  const sound = project.sounds?.find(isIt);
  if (sound) return { sounds: { removed: [], put: [{ after: null, item: sound }] } };
  const camera = project.cameras?.find(isIt);
  if (camera) return { cameras: { removed: [], put: [{ after: null, item: camera }] } };
  return { poses: { removed: [], put: [{ after: null, item: project.poses.find(isIt)! }] } };
}

/** The project with one part more: some are actors, some props, some sounds, some cameras. */
async function withEdit(edit: number, id: string): Promise<ProjectData> {
  const taken = TAKEN.has(edit) && { id: `planted-${edit}` };
  if (addsProp(edit)) {
    const prop: PropData = {
      id,
      name: `Pose ${id}`,
      form: { kind: 'file', fileName: 'thing.glb', hash: await keepProp(propBytes(writer, edit)), scale: 1 },
      ...carriedParts(edit),
      ...taken,
    };
    return { ...project, props: [...(project.props ?? []), prop] };
  }
  if (addsSound(edit)) {
    const heard = { clip: 'clip-1', at: edit, from: 0, to: 1, volume: 1 };
    const file = { fileName: soundFile(edit), hash: await services['media.keep'](soundBytes(writer, edit)) };
    const sound: SoundData = { id, name: `Pose ${id}`, ...file, ...heard, ...taken };
    return { ...project, sounds: [...(project.sounds ?? []), sound] };
  }
  if (addsCamera(edit)) {
    const rest = { ...SAME_FRAME, focalLength: 50, distance: 4 };
    const camera: CameraData = { id, name: `Pose ${id}`, aspect: 1.5, rest, motions: {}, ...taken };
    return { ...project, cameras: [...(project.cameras ?? []), camera] };
  }
  if (!addsActor(edit)) return { ...project, poses: [...project.poses, { ...samplePose(id), ...taken }] };
  const { rig, pins } = project;
  const place = { at: [edit, 0, 0], turn: 0 } as const;
  const who = { id, name: `Pose ${id}`, fileName: 'hero.glb', hash, place, rig, pins };
  const actor = { ...who, unkeyed: null, motions: touchingMotions(edit), ...taken };
  return { ...project, actors: [...(project.actors ?? []), actor] };
}

async function keepProp(bytes: Uint8Array): Promise<string> {
  await services['character.keep'](bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

async function save(): Promise<void> {
  const [ids, written] = [[...own], project];
  try {
    await services['project.save'](path, written);
    acknowledge(ids);
    writeSync(1, 'saved\n');
    // The journal ended with the save, perhaps before an edit that came meanwhile.
    begins = true;
  } catch {
    // Refused: the journal goes on.
  }
}

for (let edit = 1; ; edit++) {
  if (random() < 0.15) disk.room = Math.floor(random() ** 2 * 5000);
  else if (random() < 0.6) disk.room = Infinity;
  const id = poseOf(writer, edit);
  project = await withEdit(edit, id);
  own.add(id);
  const isWhole = begins;
  begins = false;
  const kept = keep(id, isWhole);
  if (random() < 0.5) await kept;
  if (random() < 0.15) {
    const next = save();
    saving = Promise.all([saving, next]);
    if (random() < 0.5) await saving;
  }
  // The others have their turn.
  await setTimeout(0);
}
