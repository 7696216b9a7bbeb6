import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { extensionOf } from '../../../core/formats/text/file-name.ts';
import { renderPictures } from '../../browser/render-pictures.ts';
import type { PictureCamera, PictureFormat, PictureReport, PictureSubject } from '../../contract.ts';
import { chooseClip } from '../choose-clip.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const SUBJECTS = ['view', 'turntable', 'clip', 'contactSheet', 'library'] as const;
const CAMERAS: readonly string[] = ['front', 'back', 'left', 'right', 'top', 'threeQuarter', 'cuts'];
const FORMATS: readonly PictureFormat[] = ['png', 'mp4', 'webm', 'gif', 'apng', 'zip'];

/** What all pictures have. */
const shape = {
  clip: z.string().min(1).max(1000).describe('default: the clip on the timeline').exactOptional(),
  frame: z.number().min(0).max(1e7).describe('for a view: the frame of the clip; default: the pose on screen').exactOptional(),
  count: z.number().int().min(1).max(400).describe('pictures on a contact sheet; default: 12').exactOptional(),
  camera: z
    .string()
    .min(1)
    .max(200)
    .describe(`${CAMERAS.join(', ')} (as the clip cuts), or the name of a camera of the scene; default: threeQuarter`)
    .exactOptional(),
  width: z.number().int().min(16).max(8192).exactOptional(),
  height: z.number().int().min(16).max(8192).exactOptional(),
  background: z.string().min(1).max(20).describe('studio (default), transparent, or a colour such as #204060').exactOptional(),
  bones: z.boolean().describe('with the bones; default: no').exactOptional(),
  trails: z.boolean().describe('with the ways of hands, feet and hips; default: no').exactOptional(),
  springs: z.boolean().describe('whether spring bones swing; default: no').exactOptional(),
};

const SUBJECT: Readonly<Record<(typeof SUBJECTS)[number], PictureSubject>> = {
  view: 'pose',
  turntable: 'turntable',
  clip: 'clip',
  contactSheet: 'clipSheet',
  library: 'librarySheet',
};

export const PICTURE_WORDS = {
  look: word({
    title: 'Look',
    description:
      'Draws the project as a picture: a view of the pose or of a frame, a contact sheet of a clip, or all poses of the library. Needs Chromium, Chrome or Edge on this machine.',
    effect: 'reads',
    given: { ...shape, what: z.enum(['view', 'contactSheet', 'library']).describe('default: view').exactOptional() },
    answer: z.object({
      width: z.number(),
      height: z.number(),
      notes: z.array(z.string()),
      png: z.string().describe('the picture: the bytes of a PNG file as base64'),
    }),
    run: async (session, { what = 'view', ...given }) => {
      const path = join(session.scratch, 'look.png');
      const { width, height, notes } = await draw(session, { ...given, what, path, format: 'png', size: [768, 768] });
      return { width, height, notes: [...notes], png: (await readFile(path)).toString('base64') };
    },
  }),
  renderPicture: word({
    title: 'Render a picture or a film',
    description:
      'Draws the pose, a clip, a turntable, a contact sheet or the library of the project into a file. Needs Chromium, Chrome or Edge.',
    effect: 'writes',
    given: {
      path: z
        .string()
        .min(1)
        .max(4096)
        .describe('.png for one picture; .mp4, .webm, .gif, .apng for a film; .zip for its frames'),
      what: z.enum(SUBJECTS).describe('default: view for .png, else clip').exactOptional(),
      ...shape,
      from: z.number().min(0).describe('seconds').exactOptional(),
      to: z.number().positive().describe('seconds').exactOptional(),
      fps: z.number().min(1).max(120).exactOptional(),
      follow: z.boolean().describe('the camera goes along with the hips; default: no').exactOptional(),
      replace: z.boolean().describe('whether a file that is there may be replaced; default: no').exactOptional(),
    },
    answer: z.object({
      out: z.string(),
      bytes: z.number(),
      width: z.number(),
      height: z.number(),
      frames: z.number(),
      notes: z.array(z.string()),
    }),
    run: async (session, { path: given, what, replace = false, ...rest }) => {
      const path = session.pathOf(given);
      const extension = extensionOf(path).replace('.', '');
      const format = FORMATS.find((known) => known === extension);
      if (!format) throw new Error(`"${given}" ends in none of ${FORMATS.map((known) => `.${known}`).join(', ')}`);
      if (!replace && (await session.exports.replaces(path)))
        throw new Error(`"${path}" is there already: "replace" says that it may be replaced`);
      const drawn = { ...rest, what: what ?? (format === 'png' ? ('view' as const) : ('clip' as const)), path, format };
      const report = await draw(session, { ...drawn, size: [1280, 720] });
      const { bytes, width, height, frames, notes } = report;
      return { out: path, bytes, width, height, frames, notes: [...notes] };
    },
  }),
} as const;

type Given = { readonly [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> };

interface Drawing extends Given {
  readonly what: (typeof SUBJECTS)[number];
  readonly path: string;
  readonly format: PictureFormat;
  /** Pixels where none are given. */
  readonly size: readonly [width: number, height: number];
  readonly from?: number;
  readonly to?: number;
  readonly fps?: number;
  readonly follow?: boolean;
}

/** A side or the cuts by their words, else a camera of the scene by its name. */
function cameraOf(text: string): PictureCamera {
  return CAMERAS.includes(text) ? (text as PictureCamera) : `scene:${text}`;
}

/** Draws the project as it is, saved or not. */
async function draw(session: Session, drawing: Drawing): Promise<PictureReport> {
  const { what, path, format, size, clip: name, frame, from, to, fps, count } = drawing;
  const { project } = await session.present();
  if (frame !== undefined && what !== 'view') throw new Error('"frame" is for a view: films have "from" and "to"');
  const clip = name === undefined ? activeClip(project) : chooseClip(project.clips, name, 'the project');
  return renderPictures({
    source: await session.snapshot(),
    clip: clip.name,
    ...(frame !== undefined && { time: Math.min(frame / clip.fps, clip.duration) }),
    request: {
      subject: SUBJECT[what],
      format,
      path,
      width: drawing.width ?? size[0],
      height: drawing.height ?? size[1],
      background: drawing.background ?? 'studio',
      camera: cameraOf(drawing.camera ?? 'threeQuarter'),
      follows: drawing.follow ?? false,
      turns: 0,
      shows: {
        grid: true,
        shadow: true,
        bones: drawing.bones ?? false,
        trails: drawing.trails ?? false,
        springs: drawing.springs ?? false,
      },
      ...(fps !== undefined && { fps }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(count !== undefined && { count }),
    },
  });
}
