import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { builtInto, jobWorkerTarget, nodeTarget } from '../../../../build/vite-targets.ts';
import { SCENE_KINDS } from '../../../../core/document/list-kinds.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { STICK_FIGURE } from './stick-figure.ts';
import { PROJECT_FILE } from '../../../../electron/files/project/project-file.ts';
import { currentUser } from '../../../../electron/files/project/user-state.ts';
import { createWatchOfFiles, lostFiles, missingFiles } from './crash-media.ts';
import { addsActor, addsCamera, addsProp, addsSound, crashServices, openWhole, editsOf, TAKEN } from './crash-services.ts';
import { offeredProject } from '../../../helpers/unsaved-work.ts';

/** What many crashes did. */
export interface CrashReport {
  readonly rounds: number;
  /** Edits that were acknowledged and not taken back, and those of them that nothing gave back. */
  readonly acknowledged: number;
  /** Those of assistants. */
  readonly assisted: number;
  readonly lost: readonly string[];
  /** Saves that were acknowledged. */
  readonly saves: number;
  /** Sentences of projects that did not open whole. */
  readonly unreadable: readonly string[];
  /** Rounds after which something outside the folders had changed. */
  readonly outside: readonly string[];
  /** Files that could not be used and whose bytes changed. */
  readonly overwritten: readonly string[];
  /** Files of sounds, props and actors that projects speak of and nobody has, and those that are gone or changed, also where nothing speaks of them. */
  readonly media: readonly string[];
}

/** Where earlier versions put what they were about to save. */
const STAGING = '.limber-saving';
/** In the sentences about what nobody needs to read: files that were put there, and links, a whole folder's too. */
const PLANTED = ['planted', STAGING, 'clips/clip-1.json', 'users/', 'is a link to another place'];

/** Words at most after which a program is killed, and milliseconds after the last of them. */
const WORDS_OF_WRITER = 30;
const WORDS_OF_ASSISTANT = 12;
const LONGEST_DELAY = 100;

/** Rounds that follow each other in one project. */
const ROUNDS_OF_PROJECT = 4;

interface Place {
  /** The built programs that write: as a window does, and as an assistant does. */
  readonly writer: string;
  readonly assistant: string;
  readonly data: string;
  /** What the window may use: the projects. */
  readonly folder: string;
  readonly outside: string;
  readonly character: string;
}

/**
 * In each round two programs edit and save as windows do, and one as an assistant, into one project, on a disk that is full at times, in folders
 * full of links, and are killed at any moment. Then the services say what is left: it must hold every edit that was acknowledged.
 */
export async function runCrashRounds(
  rounds: number,
  seed: number,
  tell: (report: CrashReport) => void = () => {},
): Promise<CrashReport> {
  const base = mkdtempSync(join(tmpdir(), 'limber-crash-'));
  const place: Place = {
    ...(await buildPrograms(join(base, 'program'))),
    data: join(base, 'data'),
    folder: join(base, 'documents'),
    outside: join(base, 'outside'),
    character: join(base, 'hero.glb'),
  };
  mkdirSync(place.folder);
  mkdirSync(place.outside);
  writeFileSync(place.character, STICK_FIGURE);
  writeFileSync(join(place.outside, 'precious.json'), '{"precious": true}');
  const before = digestOf(place.outside);
  const random = seededRandom(seed);
  const report = {
    rounds: 0,
    acknowledged: 0,
    assisted: 0,
    lost: [] as string[],
    saves: 0,
    unreadable: [] as string[],
    outside: [] as string[],
    overwritten: [] as string[],
    media: [] as string[],
  };
  const files = createWatchOfFiles();
  for (let round = 0; round < rounds; round++) {
    const project = join(place.folder, `project-${Math.floor(round / ROUNDS_OF_PROJECT)}`);
    plantLinks(project, place.outside, random);
    const damaged = plantDamaged(project, random);
    const { data, folder, character, writer, assistant } = place;
    const end = (words: number): End => ({ words: Math.ceil(random() * words), delay: random() * LONGEST_DELAY });
    const writing = ['a', 'b'].map((name) => {
      const given = [writer, data, folder, character, project, `r${round}${name}`];
      return runAndKill(given, Math.floor(random() * 2 ** 31), end(WORDS_OF_WRITER));
    });
    // An assistant has nothing to work on where nobody has saved.
    const isInVain = Promise.all(writing).then(() => existsSync(join(project, PROJECT_FILE)) || 'in vain');
    const helping = [assistant, folder, project, `r${round}c`];
    const told = await Promise.all([
      ...writing,
      runAndKill(helping, Math.floor(random() * 2 ** 31), end(WORDS_OF_ASSISTANT), isInVain),
    ]);
    const saved = new Set(told.some((lines) => lines.includes('saved')) ? [project] : []);
    const { found, media } = await readBack(place, new Set([project]), saved, report.unreadable, `round ${round}`);
    const kept = [project, data].flatMap((where) => ['media', 'characters'].map((name) => join(where, name)));
    const watched = kept.filter((path) => !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
    report.media.push(...[...media, ...files.look(...watched)].map((file) => `round ${round}: ${file}`));
    const edits = told.flatMap(acknowledgedIn);
    report.rounds++;
    report.acknowledged += edits.length;
    report.assisted += acknowledgedIn(told.at(-1)!).length;
    report.saves += told.flat().filter((line) => line === 'saved').length;
    report.lost.push(...edits.filter((id) => !found.has(id)).map((id) => `round ${round}: ${id}`));
    for (const [path, bytes] of damaged) {
      if (!existsSync(path) || !readFileSync(path).equals(bytes)) report.overwritten.push(`round ${round}: ${path}`);
    }
    if (digestOf(place.outside) !== before) report.outside.push(`round ${round}`);
    tell(report);
  }
  rmSync(base, { recursive: true, force: true });
  return report;
}

/** Builds the programs that write, with their thread beside them: from one file each they start in a fifth of the time. */
async function buildPrograms(folder: string): Promise<Pick<Place, 'writer' | 'assistant'>> {
  const here = 'test/electron/services/crash';
  const [writer, assistant] = ['crash-writer', 'crash-assistant'].map((name) =>
    nodeTarget({ entry: `${here}/${name}.ts`, folder: '', fileName: `${name}.js`, format: 'es' }),
  );
  await Promise.all([writer!, assistant!, jobWorkerTarget].map((target) => build(builtInto(folder, target))));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return { writer: join(folder, 'crash-writer.js'), assistant: join(folder, 'crash-assistant.js') };
}

/** The edits that a program acknowledged, without those that it was about to take back. */
function acknowledgedIn(told: readonly string[]): string[] {
  const edits = new Set<string>();
  for (const line of told) {
    if (line.startsWith('undoing ')) edits.delete(line.slice('undoing '.length));
    else if (line !== 'saved' && line !== 'started') edits.add(line);
  }
  return [...edits];
}

/** Links to places outside in a project's folders, under names of their own and in the places of folders. */
function plantLinks(project: string, outside: string, random: () => number): void {
  const isFresh = !existsSync(project);
  for (const folder of ['', 'poses', 'clips', ...SCENE_KINDS, 'media', 'rigs', 'characters']) {
    const inside = join(project, folder);
    if (folder !== '' && isFresh && random() < 0.05) {
      link(outside, inside);
      continue;
    }
    if (lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    mkdirSync(inside, { recursive: true });
    link(join(outside, 'precious.json'), join(inside, 'planted.json'));
    link(join(outside, 'not-there.json'), join(inside, 'planted-away.json'));
  }
  for (const name of ['exports', STAGING]) link(outside, join(project, name));
}

/** Files that no version of the program can use, in the places of the next parts of both writers, of the clip and of the user's own files. */
function plantDamaged(project: string, random: () => number): ReadonlyMap<string, Buffer> {
  const damages = ['<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs\n', '{"version": 99}', '{"version": 2, "na', ''];
  const places = [
    ...[...TAKEN].map((edit) => [`poses`, `planted-${edit}.json`] as const),
    ...[...TAKEN].filter(addsActor).map((edit) => [`actors`, `planted-${edit}.json`] as const),
    ...[...TAKEN].filter(addsProp).map((edit) => [`props`, `planted-${edit}.json`] as const),
    ...[...TAKEN].filter(addsSound).map((edit) => [`sounds`, `planted-${edit}.json`] as const),
    ...[...TAKEN].filter(addsCamera).map((edit) => [`cameras`, `planted-${edit}.json`] as const),
    ['clips', 'clip-1.json'],
    ['media', `${'0f'.repeat(32)}.wav`],
    ['media', 'somebody.wav'],
    ['users', `${currentUser()}.json`],
    ['users', `${currentUser()}.steps`],
  ] as const;
  const planted = new Map<string, Buffer>();
  for (const [folder, name] of places) {
    const inside = join(project, folder);
    if (lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    mkdirSync(inside, { recursive: true });
    const path = join(inside, name);
    if (!existsSync(path)) writeFileSync(path, damages[Math.floor(random() * damages.length)]!);
    if (!isUsable(path)) planted.set(path, readFileSync(path));
  }
  return planted;
}

function isUsable(path: string): boolean {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: number }).version <= 3;
  } catch {
    return false;
  }
}

function link(target: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(target, path, 'junction');
}

/** When a program is killed: so many milliseconds after so many words, so that it has done as much on a machine that is busy. */
interface End {
  readonly words: number;
  readonly delay: number;
}

/** Runs a program, kills it at its end or where its work is `in vain`, and gives the whole lines that it printed. */
async function runAndKill(
  given: readonly string[],
  seed: number,
  { words, delay }: End,
  isInVain: Promise<unknown> = Promise.resolve(),
): Promise<string[]> {
  const child = spawn(process.execPath, [...given, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'limber-crash-compiled') },
  });
  let output = '';
  const ended = once(child, 'close');
  const hasSpoken = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > words) resolve();
    });
    void isInVain.then((answer) => answer === 'in vain' && resolve());
  });
  await Promise.race([hasSpoken, ended]);
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  await ended;
  return output.split('\n').slice(0, -1);
}

/** All edits that a program which starts now has, in the projects and in what it offers to bring back. */
async function readBack(
  { data, folder, character }: Place,
  projects: ReadonlySet<string>,
  saved: ReadonlySet<string>,
  unreadable: string[],
  when: string,
): Promise<{ readonly found: ReadonlySet<string>; readonly media: readonly string[] }> {
  const found = new Set<string>();
  const media: string[] = [];
  const program = crashServices(data, folder, character);
  const { services, close } = program;
  for (const project of projects) {
    try {
      const opened = await openWhole(program, project);
      for (const id of editsOf(opened.project)) found.add(id);
      media.push(...missingFiles(opened.project, project));
      const others = opened.warnings.filter((warning) => !PLANTED.some((name) => warning.includes(name)));
      unreadable.push(...others.map((warning) => `${when}: ${warning}`));
    } catch (error) {
      if (saved.has(project)) unreadable.push(`${when}: ${String(error)}`);
    }
  }
  for (let startup = await services['app.startup'](); startup.kind === 'recover'; startup = await services['app.startup']()) {
    const offered = offeredProject(startup);
    for (const id of editsOf(offered)) found.add(id);
    media.push(...lostFiles(offered, startup.folder ?? '', data));
    await services['journal.close']();
  }
  await close();
  return { found, media };
}

/** Changes with any name, kind or byte below a folder. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of globSync('**/*', { cwd: folder }).toSorted()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    hash.update(`${name}\n${stats.mode}\n`);
    if (stats.isFile()) hash.update(readFileSync(path));
    else if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest('hex');
}
