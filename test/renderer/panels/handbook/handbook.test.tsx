// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ISSUE_KINDS, issueKindName } from '../../../../core/animation/lint/issues.ts';
import { COMMANDS } from '../../../../renderer/commands/commands.ts';
import { HandbookDialog } from '../../../../renderer/panels/handbook/handbook-dialog.tsx';
import { HANDBOOK_PAGES } from '../../../../renderer/panels/handbook/pages.ts';
import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { showHandbookPage } from '../../../../renderer/state/session.ts';
import { openStudio } from '../../state/open-studio.ts';
import { settle, show, type } from '../show.tsx';

const FOLDER = join(import.meta.dirname, '../../../../docs/handbook');
const pages = HANDBOOK_PAGES.map(({ page }) => [page, readFileSync(join(FOLDER, `${page}.md`), 'utf8')] as const);

test('The studio shows every page of the folder, and the folder’s list names them all', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(files.toSorted()).toEqual(pages.map(([page]) => `${page}.md`).toSorted());
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  expect([...list.matchAll(/^\d+\. \[(.*)\]\((.*)\.md\)$/gm)].map(([, title, page]) => ({ title, page }))).toEqual(
    HANDBOOK_PAGES.map(({ title, page }) => ({ title, page })),
  );
});

describe.each(pages)('The page %s', (_, text) => {
  test('takes its keys from commands alone', () => {
    const known = new Set(COMMANDS.map(({ id }) => id));
    const named = [...text.matchAll(/\(command:([^)]*)\)/g)].map(([, id]) => id!);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    // Keys that are held while something is dragged or clicked belong to no command.
    expect(text.match(/(?:Ctrl|Alt|Shift|Cmd)\s?\+|\bF\d+\b|<kbd>/g)).toBeNull();
  });

  test('shows pictures that are there', () => {
    for (const [, path] of text.matchAll(/!\[[^\]]+\]\(([^)]*)\)/g))
      expect(readdirSync(join(FOLDER, 'pictures'))).toContain(path!.slice('pictures/'.length));
  });
});

test('The page on the check names every kind of issue as the list calls it, the gravest first', () => {
  const [, text] = pages.find(([page]) => page === 'check')!;
  const [, ...rows] = [...text.matchAll(/^\| ([^|]*) \|.*\|.*\|$/gm)].map(([, name]) => name!);
  expect(rows.filter((name) => name !== '---')).toEqual(ISSUE_KINDS.map(issueKindName));
});

describe('The handbook', () => {
  let remove = (): void => undefined;
  afterEach(() => remove());

  async function open() {
    const { studio } = await openStudio();
    remove = await show(studio, <HandbookDialog onClose={() => undefined} />);
    await settle();
    return studio;
  }
  const page = () => document.querySelector('.handbook-page')!;

  test('writes keys of the present key map behind commands', async () => {
    const studio = await open();
    await settle(() => showHandbookPage(studio, 'timeline'));
    const keyOfSetKey = () =>
      [...page().querySelectorAll('.handbook-command')]
        .find((each) => each.textContent.startsWith('Set key'))!
        .querySelector('kbd')!.textContent;
    expect(keyOfSetKey()).toBe('K');
    await settle(() => changeSetting(studio, 'keyMap', 'maya'));
    expect(keyOfSetKey()).toBe('S');
  });

  test('finds pages by words that stand in them, and says so where there is none', async () => {
    await open();
    const field = document.querySelector<HTMLInputElement>('input[aria-label="Search the handbook"], .handbook input')!;
    await type(field, 'twist cone');
    expect([...document.querySelectorAll('.handbook [role="tab"]')].map((tab) => tab.textContent)).toEqual(['Limits']);
    expect(page().querySelector('h3')?.textContent).toBe('Limits');
    await type(field, 'zzz');
    expect(document.querySelector('.handbook')!.textContent).toContain('No page speaks of “zzz”.');
  });

  test('shows lists and tables as such, and never mark-up of the text', async () => {
    const studio = await open();
    await settle(() => showHandbookPage(studio, 'export'));
    expect(page().querySelectorAll('td')).toHaveLength(10);
    expect(page().textContent).not.toMatch(/\]\(|\*\*|\|---/);
  });
});
