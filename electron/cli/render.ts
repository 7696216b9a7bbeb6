import { basename } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { extensionOf } from '../../core/formats/text/file-name.ts';
import { renderPictures } from '../browser/render-pictures.ts';
import type { PictureCamera, PictureFormat, PictureReport, PictureSubject, RenderOrder } from '../contract.ts';
import { numberWithin, positiveNumber, seconds, wholeNumber } from './option-values.ts';
import { addRangeOptions, rangeFlags, type RangeFlags } from './range-options.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
The extension of --out chooses the format: .png is one picture, .mp4, .webm, .gif and .apng are films, .zip is an archive of numbered PNGs, and a
name without an extension a folder of them. A film has the frames from --from to --to, both counted; of a clip that loops not the last one, which
is the first one again. Pictures are drawn in a Chromium, Chrome or Edge of this machine, in no window; LIMBER_CHROMIUM names another one.

Examples:
  limber render "My project" --clip Walk --out walk.mp4 --camera left --follow
  limber render "My project" --clip Walk --out walk.gif --size 480x480 --fps 25
  limber render "My project" --clip Duel --out duel.mp4 --camera cuts
  limber render "My duel" --actor Knight --out knight.mp4 --follow --bones
  limber render hero.glb --out hero.png --size 2048x2048 --background transparent --no-grid --no-shadow
  limber render hero.glb --out hero.webm --turntable --seconds 6
  limber render dance.glb --contact-sheet --count 20 --out dance.png --size 1920x1080
  limber render "My project" --library --out poses.png --size 4096x4096 --json

Exit codes: 0 done, 2 bad input or no browser.`;

const CAMERAS: Readonly<Record<string, PictureCamera>> = {
  view: 'view',
  front: 'front',
  back: 'back',
  left: 'left',
  right: 'right',
  top: 'top',
  'three-quarter': 'threeQuarter',
  cuts: 'cuts',
};

interface RenderFlags extends RangeFlags {
  readonly out: string;
  readonly actor?: string;
  readonly clip?: string;
  readonly time?: number;
  readonly turntable?: boolean;
  readonly contactSheet?: boolean;
  readonly library?: boolean;
  readonly seconds?: number;
  readonly count?: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly camera: PictureCamera;
  readonly follow?: boolean;
  readonly turn?: number | true;
  readonly background: string;
  readonly grid: boolean;
  readonly shadow: boolean;
  readonly bones?: boolean;
  readonly trails?: boolean;
  readonly springs?: boolean;
  readonly json?: boolean;
}

export function addRender(program: Command, terminal: Terminal): void {
  const command = program
    .command('render')
    .description('draw a picture, a film, a turntable or a contact sheet of a project or a character')
    .argument('<source>', 'project folder or its project.limber, or a GLB, glTF, VRM, FBX or BVH file')
    .requiredOption('--out <path>', 'where to write (.png, .mp4, .webm, .gif, .apng, .zip, or a folder)')
    .option('--actor <name>', 'whom the camera looks at and follows, by name or id; default: the first of the scene')
    .option('--clip <name>', "which clip; default: the one on the timeline, or a file's first")
    .option('--time <seconds>', 'the moment of the clip that one picture shows; default: the pose as it was saved', seconds)
    .option('--turntable', 'the pose from all sides')
    .option('--contact-sheet', 'moments of the clip side by side')
    .option('--library', "all poses of the project's library side by side")
    .option('--seconds <number>', 'how long a turntable takes; default: 4', positiveNumber)
    .option('--count <number>', 'pictures of a contact sheet; default: 12', wholeNumber(1));
  addRangeOptions(command)
    .addOption(
      new Option('--size <width>x<height>', 'pixels').argParser(pictureSize).default({ width: 1280, height: 720 }, '1280x720'),
    )
    .addOption(
      new Option(
        '--camera <side>',
        `where it looks from: ${Object.keys(CAMERAS).join(', ')} (the cameras of the scene, as the clip cuts to them), or the name of one`,
      )
        .argParser(cameraOf)
        .default(CAMERAS['three-quarter'], 'three-quarter'),
    )
    .option('--follow', 'the camera goes along with the hips')
    .addOption(new Option('--turn [rounds]', 'the camera goes round; default: once').argParser(numberWithin(-100, 100)))
    .option('--background <colour>', 'studio, transparent, or a colour such as #204060', 'studio')
    .option('--no-grid', 'without the lines on the floor')
    .option('--no-shadow', 'without the shadow on the floor')
    .option('--bones', 'with the bones')
    .option('--trails', 'with the ways of hands, feet and hips')
    .option('--springs', 'hair and clothes swing, where the character states how (VRM)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (source: string, flags: RenderFlags) => {
      const report = await renderPictures(orderOf(source, flags), {
        signal: terminal.signal,
        onProgress: (share) => terminal.progress(`drawing, ${Math.round(100 * share)} %`),
      });
      if (flags.json) terminal.print(JSON.stringify(report, null, 2));
      else tell(terminal, report);
    });
}

/** What the page is asked for. Throws an `Error` with one sentence where the flags do not go together. */
function orderOf(source: string, flags: RenderFlags): RenderOrder {
  const sheets = [flags.turntable && '--turntable', flags.contactSheet && '--contact-sheet', flags.library && '--library'];
  const [chosen, another] = sheets.filter(Boolean);
  if (another) throw new Error(`${chosen} and ${another} cannot be given together`);
  const format = formatOf(flags.out);
  const subject = subjectOf(flags, format);
  if (flags.time !== undefined && subject !== 'pose') throw new Error('--time is for one picture: a film has --from and --to');
  return {
    source,
    ...(flags.actor !== undefined && { actor: flags.actor }),
    ...(flags.clip !== undefined && { clip: flags.clip }),
    ...(flags.time !== undefined && { time: flags.time }),
    request: {
      subject,
      format,
      path: flags.out,
      ...flags.size,
      background: flags.background,
      camera: flags.camera,
      follows: flags.follow ?? false,
      turns: flags.turn === true ? 1 : (flags.turn ?? 0),
      shows: {
        grid: flags.grid,
        shadow: flags.shadow,
        bones: flags.bones ?? false,
        trails: flags.trails ?? false,
        springs: flags.springs ?? false,
      },
      ...rangeFlags(flags),
      ...(flags.seconds !== undefined && { seconds: flags.seconds }),
      ...(flags.count !== undefined && { count: flags.count }),
    },
  };
}

function subjectOf({ turntable, contactSheet, library }: RenderFlags, format: PictureFormat): PictureSubject {
  if (turntable) return 'turntable';
  if (contactSheet) return 'clipSheet';
  if (library) return 'librarySheet';
  return format === 'png' ? 'pose' : 'clip';
}

const FORMATS: readonly PictureFormat[] = ['png', 'mp4', 'webm', 'gif', 'apng', 'zip'];

function formatOf(out: string): PictureFormat {
  const extension = extensionOf(out).replace('.', '');
  const format = FORMATS.find((known) => known === extension);
  if (format) return format;
  if (extension === '') return 'frames';
  throw new Error(
    `"${basename(out)}" ends in none of ${FORMATS.map((known) => `.${known}`).join(', ')}; a folder of pictures has a name without a dot`,
  );
}

function pictureSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/i.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError(`expected WIDTHxHEIGHT in pixels, such as 1280x720, got "${text}".`);
  return { width: Number(width), height: Number(height) };
}

/** What is none of the sides is the name of a camera; whether the scene has it is found where it is drawn. */
function cameraOf(text: string): PictureCamera {
  if (Object.hasOwn(CAMERAS, text)) return CAMERAS[text]!;
  if (text.trim() === '') throw new InvalidArgumentError(`expected ${Object.keys(CAMERAS).join(', ')} or the name of a camera.`);
  return `scene:${text}`;
}

function tell(terminal: Terminal, { path, files, bytes, frames, fps, width, height, codec, notes }: PictureReport): void {
  const film = fps === null ? '' : `, ${frames} frames at ${Number(fps.toFixed(3))} a second, ${(frames / fps).toFixed(3)} s`;
  terminal.print(`wrote ${path}: ${width} × ${height}${film}${codec === null ? '' : `, ${codec}`}`);
  terminal.print(`${(bytes / 1024).toFixed(0)} kB${files > 1 ? ` in ${files} files` : ''}`);
  for (const note of notes) terminal.print(`note: ${note}`);
}
