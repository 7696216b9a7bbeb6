import type { PictureReport, PictureRequest, WrittenFiles } from '../../../electron/contract.ts';
import { createEncoder } from '../../encoding/create-encoder.ts';
import { pngOf, type Encoder, type Write } from '../../encoding/encoder.ts';
import { lastPart } from '../../state/window/choose-file.ts';
import { heardSounds } from '../../state/sound/follow-sound.ts';
import { mixSounds } from '../../state/sound/mix.ts';
import { readSoundFiles } from '../../state/sound/sound-files.ts';
import { shownPose, type Studio } from '../../state/studio.ts';
import type { Orbit } from '../../tools/geometry/orbit.ts';
import { cameraPath, type CameraPath } from '../../tools/pictures/camera-path.ts';
import { checkPictureRequest, isOfScene } from '../../tools/pictures/check-request.ts';
import { sceneCameraPath } from '../../tools/pictures/scene-camera-path.ts';
import type { View } from '../../tools/geometry/shot-view.ts';
import { momentsOf, type Moments } from '../../tools/pictures/moments.ts';
import { layOutSheet, type SheetLayout } from '../../tools/pictures/sheet-layout.ts';
import { nextTurn } from '../../next-turn.ts';
import { createPictureStage, type PictureStage } from './picture-stage.ts';

export interface PictureOptions {
  /** Where the viewport looks from. */
  readonly view: Orbit;
  /** Hears how far it is, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Ends it: then the promise is rejected with its reason, and nothing is written. */
  readonly signal: AbortSignal;
}

let jobs = 0;

/**
 * Draws what a request asks for from the document and has it written. The frames are drawn at their exact times on a canvas of their own,
 * however long each takes. Rejects with one sentence; then nothing is written.
 */
export async function makePictures(studio: Studio, request: PictureRequest, options: PictureOptions): Promise<PictureReport> {
  checkPictureRequest(request);
  const state = studio.getState();
  const moments = momentsOf(state, request);
  const { width, height } = request;
  const sheet = request.subject.endsWith('Sheet') ? layOutSheet(moments.count, width, height) : null;
  const size = sheet ?? { width, height };
  const stage = await createPictureStage(state, { ...request, width: size.width, height: size.height });
  const job = `pictures ${++jobs}`;
  const { desktop } = studio;
  try {
    const aspect = size.width / size.height;
    const ofSide = (): CameraPath =>
      cameraPath({
        rig: state.document!.rig,
        request,
        moments,
        aspect,
        view: options.view,
        shown: shownPose(state)!,
        flesh: stage.flesh(moments.at(0)),
      });
    const camera = isOfScene(request.camera) ? sceneCameraPath(state, request.camera, moments, aspect) : ofSide();
    const sound = request.subject === 'clip' ? await soundOf(studio, moments) : null;
    const drawing: Drawing = { request, moments, camera, stage, sound, options };
    await desktop.call('picture.begin', job, request.path, request.format === 'frames' ? 'folder' : 'file');
    const write: Write = (bytes, name) =>
      name === undefined ? desktop.call('picture.add', job, bytes) : desktop.call('picture.add', job, bytes, name);
    const made = await (request.format === 'png' ? drawOne(drawing, sheet, write) : drawFilm(drawing, write));
    options.signal.throwIfAborted();
    return reportOf(request, moments, await desktop.call('picture.end', job), made);
  } catch (error) {
    await desktop.call('picture.discard', job).catch(() => {});
    throw error;
  } finally {
    stage.dispose();
  }
}

interface Drawing {
  readonly request: PictureRequest;
  readonly moments: Moments;
  readonly camera: (index: number) => View;
  readonly stage: PictureStage;
  /** Null where nothing is heard. */
  readonly sound: AudioBuffer | null;
  readonly options: PictureOptions;
}

type Made = Pick<Encoder, 'codec' | 'notes'>;

async function drawFilm({ request, moments, camera, stage, sound, options }: Drawing, write: Write): Promise<Made> {
  const { width, height, format, background, path } = request;
  if (format === 'png') throw new Error('a film is no PNG');
  const page = createPage(width, height);
  const name = lastPart(path).replace(/\.[^.]*$/, '');
  const hasAlpha = background === 'transparent';
  const film = { width, height, fps: moments.fps!, count: moments.count, hasAlpha, name, ...(sound && { sound }) };
  const encoder = await createEncoder(format, film, page.canvas, write);
  try {
    for (let i = 0; i < moments.count; i++) {
      options.signal.throwIfAborted();
      page.clear();
      page.context.drawImage(stage.draw(moments.at(i), camera(i)), 0, 0);
      await encoder.add(page.canvas);
      options.onProgress((i + 1) / moments.count);
      await nextTurn();
    }
    await encoder.finish();
    const isSilent = sound !== null && format !== 'webm' && format !== 'mp4';
    return { codec: encoder.codec, notes: [...encoder.notes, ...(isSilent ? [SILENT] : [])] };
  } catch (error) {
    await encoder.cancel().catch(() => {});
    throw error;
  }
}

const SILENT = 'Only WebM and MP4 carry the sound: this film is silent.';

/** What is heard while the moments pass. Their files are read where nobody did before. */
async function soundOf(studio: Studio, { count, fps, at }: Moments): Promise<AudioBuffer | null> {
  await readSoundFiles(studio);
  const from = at(0).time;
  return fps === null || from === null ? null : mixSounds(heardSounds(studio.getState()), from, from + count / fps);
}

async function drawOne(
  { request, moments, camera, stage, options }: Drawing,
  sheet: SheetLayout | null,
  write: Write,
): Promise<Made> {
  const page = createPage(request.width, request.height);
  if (sheet && request.background !== 'transparent')
    page.fill(request.background === 'studio' ? SHEET_GROUND : request.background);
  for (let i = 0; i < moments.count; i++) {
    options.signal.throwIfAborted();
    const moment = moments.at(i);
    const { x, y } = sheet?.at(i) ?? { x: 0, y: 0 };
    page.context.drawImage(stage.draw(moment, camera(i)), x, y);
    if (sheet) page.label(moment.label, x, y + sheet.height, sheet);
    options.onProgress((i + 1) / moments.count);
    await nextTurn();
  }
  await write(await pngOf(page.canvas));
  return { codec: null, notes: [] };
}

/** Behind the labels of a sheet: the studio's backdrop at its edge. */
const SHEET_GROUND = '#191b1f';

/** The canvas that frames are put together on. */
function createPage(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('Pictures cannot be put together here.');
  return {
    canvas,
    context,
    clear: () => context.clearRect(0, 0, width, height),
    fill: (colour: string) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, width, height);
    },
    /** Words in the line below a picture, in the middle, as much of them as there is room for. */
    label: (words: string, x: number, y: number, { width: room, line }: SheetLayout) => {
      context.font = `${Math.round(0.62 * line)}px system-ui, sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      const shown = shortened(words, (text) => context.measureText(text).width <= room - 6);
      context.lineWidth = 3;
      context.strokeStyle = '#14161a';
      context.fillStyle = '#e6ebf2';
      context.strokeText(shown, x + room / 2, y + line / 2);
      context.fillText(shown, x + room / 2, y + line / 2);
    },
  };
}

function shortened(words: string, fits: (text: string) => boolean): string {
  if (fits(words)) return words;
  let length = words.length;
  while (length > 1 && !fits(`${words.slice(0, length)}…`)) length--;
  return `${words.slice(0, length).trimEnd()}…`;
}

function reportOf(
  { format, width, height, subject }: PictureRequest,
  { count, fps }: Moments,
  written: WrittenFiles,
  made: Made,
) {
  const frames = subject === 'clip' || subject === 'turntable' ? count : 1;
  return { ...written, format, width, height, frames, fps, codec: made.codec, notes: [...made.notes] };
}
