import type { Clip } from '../core/animation/clip.ts';
import { activeClip, addClip } from '../core/document/edits/clips.ts';
import { namedActor } from '../core/document/work-on-actor.ts';
import { createHistory } from '../core/document/history.ts';
import type { RenderOrder } from '../electron/contract.ts';
import { connectDesktop } from './desktop.ts';
import { lastPart } from './state/window/choose-file.ts';
import { openPath } from './state/documents/open-path.ts';
import { workOnActor } from './state/scene/work-on.ts';
import { messageOf } from './state/window/notify.ts';
import type { DocumentState } from './state/document-state.ts';
import { createStudio, type Studio } from './state/studio.ts';
import { makePictures } from './viewport/pictures/make-pictures.ts';
import { FRONT_VIEW } from './tools/geometry/orbit.ts';

/** Opens what the host ordered, draws it with the studio's own scene, and has it written. Tells the host what came of it. */
export async function drawOrder(): Promise<void> {
  const studio = createStudio(connectDesktop());
  try {
    const order = await studio.desktop.call('render.order');
    if (order) await draw(studio, order);
  } catch (error) {
    await studio.desktop.call('render.ended', { ok: false, sentence: messageOf(error) });
  }
}

async function draw(studio: Studio, order: RenderOrder): Promise<void> {
  const { desktop } = studio;
  const opened = await openSource(studio, order.source);
  if (order.actor !== undefined) workOnNamed(studio, opened, order.actor);
  const document = studio.getState().document!;
  const clip = await chooseClip(studio, document, order);
  if (clip) putOnTimeline(studio, document, clip, order.time);
  const report = await makePictures(studio, order.request, {
    view: studio.getState().session.openingCamera ?? FRONT_VIEW,
    onProgress: (share) => void desktop.call('render.progress', share),
    signal: new AbortController().signal,
  });
  await desktop.call('render.ended', { ok: true, report });
}

/** Works on the actor of this name or id. */
function workOnNamed(studio: Studio, { folder, history: { present } }: DocumentState, actor: string): void {
  if (folder === null) throw new Error('--actor is for projects: a file holds one character');
  const { id, name } = namedActor(present, actor);
  workOnActor(studio, id);
  if (studio.getState().document!.history.present.workedOn !== id) throw new Error(`the file of "${name}" cannot be read`);
}

async function openSource(studio: Studio, path: string): Promise<DocumentState> {
  await openPath(studio, path);
  const { document, session } = studio.getState();
  if (document) return document;
  throw new Error(session.notices.findLast(({ kind }) => kind === 'error')?.text ?? `"${lastPart(path)}" could not be opened`);
}

/** The clip that the order names, or the one that is there without a name; null where there is none and none is needed. */
async function chooseClip(studio: Studio, document: DocumentState, order: RenderOrder): Promise<Clip | null> {
  const { source, clip: name, time, request } = order;
  const { present } = document.history;
  if (document.folder !== null) {
    const found = name === undefined ? activeClip(present) : present.clips.find((clip) => clip.name === name);
    if (found) return found;
    throw new Error(refusal(source, name!, present.clips));
  }
  const { hash } = present.character;
  const motions = await studio.desktop.call('motion.list', hash);
  const index = name === undefined ? 0 : motions.findIndex((motion) => motion.name === name);
  if (name !== undefined && index < 0) throw new Error(refusal(source, name, motions));
  const needsClip = time !== undefined || request.subject === 'clip' || request.subject === 'clipSheet';
  if (motions.length === 0 && needsClip) throw new Error(`"${lastPart(source)}" holds no clip`);
  return motions.length === 0 ? null : studio.desktop.call('motion.read', hash, index, present.rig);
}

function refusal(source: string, name: string, clips: readonly { readonly name: string }[]): string {
  if (clips.length === 0) return `"${lastPart(source)}" holds no clip "${name}", and no other`;
  return `"${lastPart(source)}" holds no clip "${name}", but ${clips
    .slice(0, 20)
    .map((clip) => `"${clip.name}"`)
    .join(', ')}`;
}

/** Shows a clip, and of a pose that is to be drawn alone the moment. */
function putOnTimeline(studio: Studio, document: DocumentState, clip: Clip, time: number | undefined): void {
  const { present } = document.history;
  const isThere = present.clips.some(({ id }) => id === clip.id);
  const project = isThere ? { ...present, activeClip: clip.id } : addClip(present, clip);
  const { session } = studio.getState();
  const playback = time === undefined ? session.playback : { ...session.playback, time: Math.min(time, clip.duration) };
  studio.setState({
    document: { ...document, history: createHistory(time === undefined ? project : { ...project, unkeyed: null }) },
    session: { ...session, playback },
    transient: { preview: null, feedback: null },
  });
}
