import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTemporaryName } from '../../../../electron/files/storage/staged-write.ts';
import { cases } from '../../../helpers/extent.ts';
import { limber } from '../fake-terminal.ts';
import { filesIn, hashOfFile, limberWith, smallBatch, writeManifest, writeMotions } from './small-batch.ts';

/** Each thread that is started reads the program anew. */
const ONE_THREAD = ['--workers', '1'] as const;
const MOTIONS = ['mo cap/a.bvh', 'mo cap/ünter/b ü.bvh', 'mo cap/c.bvh'];
const EVERY = {
  command: 'retarget',
  source: 'mo cap/**/*.bvh',
  character: '*.glb',
  out: 'out/{character}/{folder}/{source}.vrma',
};

/** Which file each is on the disk: a file that was written again is another one. */
async function inodesOf(folder: string, files: Iterable<string>): Promise<Record<string, number>> {
  const entries = [...files].map(async (file) => [file, (await stat(join(folder, file))).ino] as const);
  return Object.fromEntries(await Promise.all(entries));
}

describe('limber batch', () => {
  test('does every source for every character as the command by itself does it, and reports failures with their sentences', async () => {
    const folder = await smallBatch(MOTIONS);
    await writeFile(join(folder, 'mo cap', 'broken.bvh'), 'HIERARCHY\nROOT');
    const manifest = await writeManifest(folder, [EVERY]);
    const ran = await limber('batch', manifest, '--json');
    expect(ran.exitCode).toBe(3);
    const summary = JSON.parse(ran.printed);
    expect(summary).toMatchObject({ tasks: 8, done: 6, failed: 2, look: 0, waiting: 0 });
    expect(summary.failures).toHaveLength(2);
    expect(summary.failures[0].sentences[0]).toContain('"broken.bvh" cannot be opened');
    const written = await filesIn(join(folder, 'out'));
    expect([...written.keys()]).toEqual(
      ['hero', 'élan vital'].flatMap((name) => [`${name}/a.vrma`, `${name}/c.vrma`, `${name}/ünter/b ü.vrma`]),
    );
    const alone = join(folder, 'alone', 'b.vrma');
    expect(
      (await limber('retarget', join(folder, MOTIONS[1]!), '--onto', join(folder, 'hero.glb'), '--out', alone)).exitCode,
    ).toBe(0);
    expect(written.get('hero/ünter/b ü.vrma')).toBe(await hashOfFile(alone));
    const report = JSON.parse(await readFile(join(folder, 'night.batch', 'report.json'), 'utf8'));
    expect(report.tasks.map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed', ...Array(6).fill('done')]);
    expect(report.tasks[0].sources).toEqual(['mo cap/broken.bvh']);
    const page = await readFile(join(folder, 'night.batch', 'report.html'), 'utf8');
    expect(page).toContain('<h1>8 tasks: 2 failed, 6 done</h1>');
    expect(page).not.toMatch(/(src|href)=/);
  });

  test('writes the same bytes for any number of workers and shards, reports and records included @all', async () => {
    const results = [];
    const ways = [
      [['--workers', '1']],
      [
        ['--shard', '3/3'],
        ['--shard', '1/3', '--workers', '2'],
        ['--shard', '2/3', '--workers', '1'],
      ],
      [['--workers', '3']],
    ];
    for (const runs of ways.slice(0, cases(2, 3))) {
      const folder = await smallBatch(MOTIONS);
      const manifest = await writeManifest(folder, [EVERY]);
      for (const [i, options] of runs.entries()) {
        expect((await limber('batch', manifest, ...options)).exitCode).toBe(0);
        // The shard that is done last writes the report.
        const isThere = (await readdir(join(folder, 'night.batch'))).includes('report.json');
        expect(isThere).toBe(i === runs.length - 1);
      }
      results.push(await filesIn(folder));
    }
    expect(results[0]!.size).toBeGreaterThan(15);
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test('--resume does only what is missing or was made of something else @all', async () => {
    const folder = await smallBatch(MOTIONS);
    await writeFile(join(folder, 'profile.json'), JSON.stringify({ version: 1, fps: 30 }));
    const task = { ...EVERY, options: { profile: '{sourceFolder}/../profile.json' }, source: 'mo cap/*.bvh' };
    const manifest = await writeManifest(folder, [task]);
    expect((await limber('batch', manifest, ...ONE_THREAD)).exitCode).toBe(0);
    const files = [...(await filesIn(join(folder, 'out'))).keys()];
    expect(files).toHaveLength(4);
    const inodes = () => inodesOf(join(folder, 'out'), files);
    const redone = async () => {
      const before = await inodes();
      const ran = await limber('batch', manifest, ...ONE_THREAD, '--resume');
      expect(ran.exitCode).toBe(0);
      const after = await inodes();
      return files.filter((file) => before[file] !== after[file]);
    };
    expect(await redone()).toEqual([]);
    await writeMotions([join(folder, 'elsewhere.bvh'), join(folder, 'mo cap', 'c.bvh')]);
    expect(await redone()).toEqual(files.filter((file) => file.endsWith('c.vrma')));
    await writeFile(join(folder, 'out', files[0]!), 'shorter');
    expect(await redone()).toEqual([files[0]]);
    await rm(join(folder, 'out', files[1]!));
    expect((await limber('batch', manifest, ...ONE_THREAD, '--resume')).noted).toContain('3 of 4 tasks are done already');
    await writeFile(join(folder, 'profile.json'), JSON.stringify({ version: 1, fps: 60 }));
    expect(await redone()).toEqual(files);
    await writeManifest(folder, [{ ...task, options: { ...task.options, fps: 24 } }]);
    expect(await redone()).toEqual(files);
    expect(await redone()).toEqual([]);
  });

  test('Ctrl+C ends it with nothing half written, and --resume brings it to the same end @all', async () => {
    const folder = await smallBatch(MOTIONS);
    const manifest = await writeManifest(folder, [EVERY]);
    const ended = await limberWith(
      (line, abort) => line.startsWith('1 of 6') && abort.abort(),
      'batch',
      manifest,
      '--workers',
      '2',
    );
    expect(ended.exitCode).toBe(130);
    expect(ended.noted).toMatch(/^ended after [12] of 6 tasks, none of them half written/);
    const names = (await readdir(folder, { recursive: true })).map((path) => path.split(/[/\\]/).at(-1)!);
    expect(names.filter(isTemporaryName)).toEqual([]);
    expect(names).not.toContain('report.json');
    const before = await filesIn(join(folder, 'out'));
    expect(before.size).toBeLessThan(6);
    // What a program that was killed left goes, what is somebody else's stays.
    const leftOf = (name: string) => join(folder, 'out', 'hero', `.${name}.6fa1c1a0-0000-4000-8000-000000000000`);
    await mkdir(join(folder, 'out', 'hero'), { recursive: true });
    for (const name of ['other.vrma', 'c.vrma']) await writeFile(leftOf(name), 'half');
    const [record = ''] = (await readdir(join(folder, 'night.batch', 'tasks'), { recursive: true })).filter((path) =>
      path.endsWith('.json'),
    );
    const beside = join(
      folder,
      'night.batch',
      'tasks',
      dirname(record),
      `.${basename(record)}.6fa1c1a0-0000-4000-8000-000000000000`,
    );
    await writeFile(beside, 'half');
    expect((await limber('batch', manifest, '--resume')).exitCode).toBe(0);
    await rm(leftOf('other.vrma'));
    const whole = await smallBatch(MOTIONS);
    await limber('batch', await writeManifest(whole, [EVERY]));
    expect(await filesIn(folder)).toEqual(await filesIn(whole));
  });

  test('runs every command that makes something of files, and puts folders into their places whole @all', async () => {
    const folder = await smallBatch(MOTIONS);
    const manifest = await writeManifest(folder, [
      {
        command: 'library build',
        source: 'mo cap/**/*.bvh',
        character: '*.glb',
        out: 'libraries/{character}',
        options: { 'per-second': 30 },
      },
      {
        command: 'solve',
        source: 'hero.glb',
        out: 'made/posed.glb',
        options: { goal: ['leftHand=0.4,1.2,0.3', 'head=0,1.5,0.1'], pin: 'leftFoot' },
      },
      { command: 'convert', source: 'mo cap/a.bvh', out: 'made/a.glb' },
      { command: 'lint', source: 'mo cap/a.bvh', options: { preset: 'free' } },
      { command: 'lint', source: 'mo cap/c.bvh', out: 'pages/{source}.html', options: { preset: 'free' } },
    ]);
    expect((await limber('batch', manifest, ...ONE_THREAD)).exitCode).toBe(0);
    const { tasks } = JSON.parse(await readFile(join(folder, 'night.batch', 'report.json'), 'utf8'));
    const commands = tasks.map(({ command }: { command: string }) => command) as string[];
    expect(commands.toSorted()).toEqual(['convert', 'library build', 'library build', 'lint', 'lint', 'solve']);
    expect(await readFile(join(folder, 'pages', 'c.html'), 'utf8')).toContain('Nothing found');
    const library = join(folder, 'libraries', 'hero', 'project.limber');
    expect(JSON.parse(await readFile(library, 'utf8')).name).toBe('hero');
    const bake = await writeManifest(
      folder,
      [{ command: 'bake', source: 'libraries/*/project.limber', out: '{folder}.bvh', options: { library: true } }],
      'bake.json',
    );
    expect((await limber('batch', bake, ...ONE_THREAD)).exitCode).toBe(0);
    expect(await readdir(folder)).toContain('hero.bvh');
    // What this batch made is made anew, what somebody else made is not.
    await writeFile(join(folder, 'libraries', 'hero', 'poses', 'note.txt'), 'mine');
    expect((await limber('batch', manifest, ...ONE_THREAD)).exitCode).toBe(0);
    expect(await readdir(join(folder, 'libraries', 'hero', 'poses'))).not.toContain('note.txt');
    // The project has changed, and what was made of it is old.
    await writeFile(join(folder, 'libraries', 'hero', 'note.txt'), 'mine');
    expect((await limber('batch', bake, ...ONE_THREAD, '--resume')).noted).toContain('1 of 2 tasks are done already');
    await rm(join(folder, 'night.batch'), { recursive: true });
    for (const round of [1, 2]) {
      const refused = await limber('batch', manifest, ...ONE_THREAD);
      expect([round, refused.exitCode]).toEqual([round, 3]);
      expect(refused.printed).toContain('is not empty, and was not made by this batch');
    }
    expect(await readdir(join(folder, 'libraries'))).toEqual(['hero', 'élan vital']);
    expect(await readdir(join(folder, 'libraries', 'hero'))).toContain('note.txt');
  });

  test('takes globs instead of a manifest, and tables with a task a row @all', async () => {
    const folder = await smallBatch(MOTIONS);
    const out = join(folder, 'out', '{source}-{clip}.vrma');
    const ran = await limber(
      'batch',
      join(folder, 'mo cap', '*.bvh'),
      '--command=retarget',
      `--character=${join(folder, 'hero.glb')}`,
      `--out=${out}`,
      '--option=clip=turn',
      '--option=fps=30',
      `--folder=${join(folder, 'state')}`,
      '--dry-run',
      '--json',
    );
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.printed).plan.map(({ task }: { task: number }) => task)).toEqual([1, 2]);
    const rows = [
      'source;command;character;out;feet',
      '"mo cap/a.bvh";retarget;hero.glb;"a;b.vrma";no',
      '',
      'mo cap/c.bvh;retarget;hero.glb;c.vrma;',
    ];
    await writeFile(join(folder, 'night.csv'), `\uFEFF${rows.join('\r\n')}\r\n`);
    expect((await limber('batch', join(folder, 'night.csv'))).exitCode).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith('.vrma'))).toEqual(['a;b.vrma', 'c.vrma']);
  });

  test('a folder that is there is that folder in a glob too, whatever signs are in its name', async () => {
    const folder = await smallBatch([]);
    for (const name of ['takes [new]', 'takes n']) await mkdir(join(folder, name, 'day 1'), { recursive: true });
    await writeFile(join(folder, 'takes [new]', 'day 1', 'a.bvh'), 'x');
    await writeFile(join(folder, 'takes n', 'day 1', 'b.bvh'), 'x');
    await writeFile(join(folder, 'signs.csv'), 'command,source,out\nconvert,takes [new]/*/*.bvh,out/{folder}/{source}.vrma\n');
    const ran = await limber('batch', join(folder, 'signs.csv'), '--dry-run');
    expect(ran.printed).toMatch(/"out\/day 1\/a\.vrma".* "takes \[new\]\/day 1\/a\.bvh"/);
    expect(ran.printed).not.toContain('b.bvh');
  });

  test.skipIf(process.platform === 'win32')('globs find what links lead to, and pass by links that lead nowhere', async () => {
    const folder = await smallBatch([]);
    await mkdir(join(folder, 'linked', 'folder'), { recursive: true });
    await writeFile(join(folder, 'stored.bvh'), 'x');
    const links = { 'a.bvh': '../stored.bvh', 'b.bvh': 'b.bvh', 'c.bvh': 'gone.bvh', 'd.bvh': 'folder' };
    for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, 'linked', name));
    await writeFile(join(folder, 'links.csv'), 'command,source,out\nconvert,linked/*.bvh,out/{source}.vrma\n');
    const ran = await limber('batch', join(folder, 'links.csv'), '--dry-run');
    expect(ran.printed).toContain('-- linked/a.bvh');
    expect(ran.printed).not.toMatch(/[bcd]\.bvh/);
  });

  test('--dry-run plans 2,000 clips for 10 characters without reading or writing them', async () => {
    const folder = await smallBatch([]);
    const row = (i: number) => `retarget,gone-${i % 2000}.bvh,hero.glb,out/${i}.vrma,30`;
    await mkdir(join(folder, 'mocap'));
    await Promise.all(Array.from({ length: 2000 }, (_, i) => writeFile(join(folder, `gone-${i}.bvh`), 'x')));
    await writeFile(
      join(folder, 'big.csv'),
      ['command,source,character,out,fps', ...Array.from({ length: 20_000 }, (_, i) => row(i))].join('\n'),
    );
    const before = await readdir(folder);
    const ran = await limber('batch', join(folder, 'big.csv'), '--dry-run', '--workers', '2');
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    expect(ran.printed).toContain('20000 tasks (2000 sources × 1 character)');
    expect(ran.printed).toContain('and 19997 more');
    expect(await readdir(folder)).toEqual(before);
  });

  test('the character of the defaults is for the commands that take one', async () => {
    const folder = await smallBatch(['mo cap/a.bvh']);
    const manifest = join(folder, 'night.json');
    const defaults = { command: 'retarget', character: 'hero.glb', source: 'mo cap/a.bvh' };
    const tasks = [{ out: '{character}.vrma' }, { command: 'convert', out: '{source}.glb' }];
    await writeFile(manifest, JSON.stringify({ version: 1, defaults, tasks }));
    const { printed } = await limber('batch', manifest, '--dry-run', '--json');
    expect((JSON.parse(printed) as { plan: { out: string }[] }).plan.map(({ out }) => out)).toEqual(['hero.vrma', 'a.glb']);
  });

  test('an option of the defaults is for the outputs that it means something for', async () => {
    const folder = await smallBatch(['a.bvh']);
    const manifest = join(folder, 'night.json');
    const defaults = { command: 'convert', source: 'a.bvh', options: { fps: 30 } };
    const tasks = [{ out: 'whole/a.glb' }, { out: 'clips/a.vrma' }, { out: 'clips/a.fbx', options: { fps: 60 } }];
    await writeFile(manifest, JSON.stringify({ version: 1, defaults, tasks }));
    const planned = await limber('batch', manifest, '--dry-run', '--json');
    const { plan } = JSON.parse(planned.printed) as { plan: { parameters: string[] }[] };
    expect(plan.map(({ parameters }) => parameters.filter((text) => text.includes('fps')))).toEqual([
      [],
      ['--fps=30'],
      ['--fps=60'],
    ]);
    expect(await limber('batch', manifest, '--workers', '1')).toMatchObject({ exitCode: 0 });
    expect(await readdir(join(folder, 'whole'))).toEqual(['a.glb']);
    await writeFile(manifest, JSON.stringify({ version: 1, defaults, tasks: [{ out: 'b.glb', options: { fps: 30 } }] }));
    const refused = await limber('batch', manifest, '--workers', '1');
    expect(refused.exitCode).not.toBe(0);
  });

  test('an option of the defaults is for the commands that have it, by either of its names, and goes behind that of a task', async () => {
    const folder = await smallBatch(['a.bvh']);
    const manifest = join(folder, 'night.json');
    const defaults = { command: 'retarget', character: 'hero.glb', source: 'a.bvh', options: { fps: 30, 'bvh-up': 'z' } };
    const own = { out: '{character}.vrma', options: { bvhUp: 'y' } };
    const tasks = [own, { command: 'library build', out: 'poses' }];
    await writeFile(manifest, JSON.stringify({ version: 1, defaults, tasks }));
    const ran = await limber('batch', manifest, '--dry-run', '--json');
    const { plan } = JSON.parse(ran.printed) as { plan: { parameters: string[] }[] };
    expect(plan.map(({ parameters }) => parameters.filter((text) => /fps|bvh-up/.test(text)))).toEqual([
      ['--fps=30', '--bvh-up=y'],
      ['--bvh-up=z'],
    ]);
    await writeFile(manifest, JSON.stringify({ version: 1, defaults: { ...defaults, options: { fpss: 30 } }, tasks }));
    expect((await limber('batch', manifest, '--dry-run')).noted).toContain('limber retarget has no option "fpss"');
  });

  test.each([
    [[{}], 'task 1: it names no command'],
    [[{ command: 'retarget' }], 'task 1: it names no source'],
    [[{ ...EVERY, command: 'retargt' }], '"retargt" is no command of a batch'],
    [[{ ...EVERY, command: 'solve', options: { goal: 'leftHand=0,1,0' } }], 'solve takes no character'],
    [[{ ...EVERY, source: 'nothing/*.bvh' }], 'no file is named as "nothing/*.bvh" says'],
    [[{ ...EVERY, source: 'gone.bvh' }], '"gone.bvh" does not exist'],
    [[{ ...EVERY, options: { presett: 'stiff' } }], 'limber retarget has no option "presett"; near it are "preset"'],
    [[{ ...EVERY, options: { fps: 29 } }], 'expected one of 24, 25, 30, 48, 60, 120 frames a second, got "29"'],
    [[{ ...EVERY, options: { out: 'x' } }], 'has no option "out"'],
    [[{ ...EVERY, out: 'out/{name}.vrma' }], 'has {name} in it, but there is only {source}, {folder}'],
    [[{ ...EVERY, out: 'out/{source}.vrma' }], 'would be written twice'],
    [[{ ...EVERY, out: 'out/{character}/{folder}/{source}.mp3' }], 'expected a file name that ends in .glb'],
    [
      [{ ...EVERY, character: 'hero.glb', out: 'hero.glb', source: 'mo cap/a.bvh' }],
      'would be read and written over in one batch',
    ],
    [[{ ...EVERY, sauce: 1 }], '"sauce" is not a known field'],
  ])('refuses %j in one sentence', async (tasks, sentence) => {
    const folder = await smallBatch(MOTIONS);
    const before = await readdir(folder);
    const ran = await limber('batch', await writeManifest(folder, tasks));
    expect(ran.exitCode).toBe(2);
    expect(ran.noted).toContain(sentence);
    expect(ran.noted).not.toContain('\n');
    expect((await readdir(folder)).sort()).toEqual([...before, 'night.json'].sort());
  });

  test('refuses options that contradict each other, and a batch that another one works on', async () => {
    const folder = await smallBatch(['mo cap/a.bvh']);
    const manifest = await writeManifest(folder, [EVERY]);
    expect((await limber('batch', manifest, '--shard', '1/2', '--tasks', '1')).noted).toContain('cannot be given together');
    expect((await limber('batch', manifest, '--command', 'bake')).noted).toContain('--command has no meaning beside a manifest');
    expect((await limber('batch', manifest, '--tasks', '9')).noted).toContain('there is none with the number 9');
    expect((await limber('batch', manifest, '--shard', '3/2')).exitCode).toBe(2);
    const seconds: ReturnType<typeof limber>[] = [];
    const first = await limberWith(
      (line) => {
        if (line.startsWith('1 of')) seconds.push(limber('batch', manifest));
      },
      'batch',
      manifest,
      '--workers',
      '1',
    );
    expect(first.exitCode).toBe(0);
    expect(await seconds[0]).toMatchObject({
      exitCode: 2,
      noted: expect.stringContaining('another limber batch is working on this batch'),
    });
  });
});
