// `npm run bench-library`: how quickly the studio opens, searches, applies and saves with many poses, in a real Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../build/scripts/browser.ts';
import { serve } from '../../electron/browser/serve.ts';
import { measureSaving } from './library/measure-saving.ts';
import { measureWindow, type WindowFigures } from './library/measure-window.ts';
import { writeLibraryProject } from './library/write-project.ts';
import { median } from './statistics.ts';

const USAGE = `npm run bench-library -- [--poses N] [--rounds N]
Opens a project of the mannequin with N poses (default 10000), searches, selects, applies and saves one, in a real Chromium, and prints
milliseconds and megabytes beside those of the version before the library was made quick. Times of the main thread are those of its processor.`;

/** What was measured with 10,000 poses before. */
const BEFORE: Readonly<Record<string, string>> = {
  open: '35000–43000',
  search: '98–363',
  apply: '377',
  memory: '584',
};

const { values } = parseArgs({
  options: { poses: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else await main(Number(values.poses), Number(values.rounds));

async function main(poses: number, rounds: number): Promise<void> {
  if (!(Number.isInteger(poses) && poses > 0 && Number.isInteger(rounds) && rounds > 0))
    throw new Error('the numbers of poses and rounds must be whole and above 0');
  const executablePath = findOrInstallBrowser();
  if (executablePath === null) throw new Error('a Chromium is needed to open the studio');
  const folder = mkdtempSync(join(tmpdir(), 'limber-library-'));
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_FLAGS, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const empty = await writeLibraryProject(join(folder, 'Empty'), 0);
    const many = await writeLibraryProject(join(folder, 'Many'), poses);
    console.log(`A project of ${poses} poses was written: ${(many.bytes / 1e6).toFixed(0)} MB.`);
    const none = await openOften(browser, folder, empty.path, 0, 1);
    const found = await openOften(browser, folder, many.path, poses, rounds);
    print(poses, none, found, await measureSaving(many.path));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each round in a new studio and a new page. */
async function openOften(
  chrome: Browser,
  folder: string,
  project: string,
  poses: number,
  rounds: number,
): Promise<readonly WindowFigures[]> {
  const found: WindowFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, `data ${poses} ${round}`) });
    try {
      found.push(await measureWindow(chrome, host, project, poses));
    } finally {
      await host.close();
    }
  }
  return found;
}

function print(
  poses: number,
  [none]: readonly WindowFigures[],
  found: readonly WindowFigures[],
  saving: { readonly first: number; readonly median: number },
): void {
  const of = (read: (figures: WindowFigures) => number) => median(found.map(read));
  const before = (name: string) => (poses === 10_000 ? BEFORE[name]! : '');
  const row = (what: string, value: number, was = '') =>
    console.log(`${what.padEnd(58)}${value.toFixed(1).padStart(10)}${was.padStart(16)}`);
  console.log(`${'milliseconds, medians'.padEnd(58)}${'now'.padStart(10)}${(poses === 10_000 ? 'before' : '').padStart(16)}`);
  row(
    'open, until the names of the first poses are painted',
    of(({ firstPaint }) => firstPaint),
  );
  row(
    'open, until the first pictures are on screen',
    of(({ firstCards }) => firstCards),
    before('open'),
  );
  row(
    'of these, until the character is shown',
    of(({ character }) => character),
  );
  row('the same for an empty project', none!.character);
  row(
    'longest task of the main thread while opening',
    of(({ longestTask }) => longestTask),
  );
  row(
    'until all poses are there',
    of(({ allPoses }) => allPoses),
  );
  row(
    'a key of search, until it is painted',
    of(({ search }) => median(search)),
    before('search'),
  );
  row('  the slowest key', Math.max(...found.flatMap(({ search }) => search)));
  row(
    '  main thread',
    of(({ searchTask }) => median(searchTask)),
  );
  row(
    'select: main thread',
    of(({ selectTask }) => median(selectTask)),
  );
  row(
    'apply: main thread',
    of(({ applyTask }) => median(applyTask)),
    before('apply'),
  );
  row('  in the empty project, by undo and redo', median(none!.applyTask));
  row(
    'scroll by a page: main thread',
    of(({ scrollTask }) => median(scrollTask)),
  );
  row('save a pose into the folder', saving.median);
  console.log('megabytes over the empty project');
  row('objects of the window', of(({ heap }) => heap) - none!.heap);
  row('memory of its process', of(({ process: used }) => used) - none!.process, before('memory'));
}
