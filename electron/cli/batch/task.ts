import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { ExportFormat } from '../../../core/formats/usd/export-formats.ts';
import { openedFolderOf } from '../../files/project/project-folder.ts';
import { CLIP_OPTIONS, isWholeFile } from '../whole-files.ts';

/** What an option of a command may be set to in a manifest; a list for an option that is given several times. */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/** One piece of a batch: one command line. It may be repeated, and gives the same bytes each time. */
export interface BatchTask {
  /** Its place in the whole plan, from 0. */
  readonly index: number;
  /** One of `BATCH_COMMANDS`. */
  readonly command: BatchCommandName;
  /** Absolute paths of what it reads: one, but for commands that gather. */
  readonly sources: readonly string[];
  /** Absolute path of the character, for commands that take one. */
  readonly character: string | null;
  /** Absolute path of what it writes, for commands that write. */
  readonly out: string | null;
  /** By the names of the command's options, as commander has them (`bvhUp`); paths among them are absolute. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** What a command needs to be part of a batch. */
interface BatchCommand {
  readonly words: readonly string[];
  /** The option that names the character; null for commands that take none. */
  readonly character: string | null;
  /** A file in one of the formats of motions, a picture or film, a page that may be left out, or a folder. */
  readonly output: 'motion' | 'picture' | 'page' | 'folder';
  /** The option that names the output. */
  readonly out: string;
  /** One task for all sources rather than one for each. */
  readonly gathers: boolean;
  /** Options that name files or folders. */
  readonly paths: readonly string[];
  /** Options that have no meaning for an output of a format: among the defaults of a manifest they are for other tasks. */
  readonly idle?: (format: ExportFormat) => readonly string[];
  /** Another program does the work: it needs no thread, and what it reads is known from the task alone. */
  readonly isElsewhere?: true;
}

export type BatchCommandName = 'retarget' | 'convert' | 'bake' | 'solve' | 'lint' | 'render' | 'library build';

export const BATCH_COMMANDS: Readonly<Record<BatchCommandName, BatchCommand>> = {
  retarget: { words: ['retarget'], character: '--onto', output: 'motion', out: '--out', gathers: false, paths: ['profile'] },
  convert: {
    words: ['convert'],
    character: null,
    output: 'motion',
    out: '--out',
    gathers: false,
    paths: [],
    idle: (format) => (isWholeFile(format) ? CLIP_OPTIONS : []),
  },
  bake: { words: ['bake'], character: null, output: 'motion', out: '--out', gathers: false, paths: [] },
  solve: { words: ['solve'], character: null, output: 'motion', out: '--out', gathers: false, paths: ['library'] },
  lint: { words: ['lint'], character: null, output: 'page', out: '--html', gathers: false, paths: ['thresholds'] },
  render: { words: ['render'], character: null, output: 'picture', out: '--out', gathers: false, paths: [], isElsewhere: true },
  'library build': {
    words: ['library', 'build'],
    character: '--for',
    output: 'folder',
    out: '--out',
    gathers: true,
    paths: ['profile'],
  },
};

export const BATCH_COMMAND_NAMES = Object.keys(BATCH_COMMANDS) as readonly BatchCommandName[];

/** Files and folders that a task reads as a whole without telling: projects, and what another program reads. */
export function readUntold({ command, sources, options }: BatchTask): string[] {
  const { library } = options;
  const files = BATCH_COMMANDS[command].isElsewhere ? sources.filter((path) => !isProject(path)) : [];
  return [...files, ...sources.filter(isProject).map(openedFolderOf), ...(typeof library === 'string' ? [library] : [])];
}

function isProject(path: string): boolean {
  return extname(path) === '.limber' || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
