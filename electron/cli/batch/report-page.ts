import { escaped } from '../escaped.ts';
import type { TaskRecord } from './records.ts';

export const STATES = ['failed', 'look', 'waiting', 'done'] as const;

/** `look`: it was written, but something in it should be looked at. `waiting`: it was not done yet. */
export type TaskState = (typeof STATES)[number];

/** One task in the report; paths are relative to the manifest. */
export interface ReportedTask {
  readonly task: number;
  readonly state: TaskState;
  readonly command: string;
  readonly sources: readonly string[];
  readonly character: string | null;
  readonly out: string | null;
  /** Why it failed, or what should be looked at. */
  readonly sentences: readonly string[];
  /** How well it went, the larger the worse, by name; degrees and millimetres. */
  readonly figures: Readonly<Record<string, number>>;
  readonly summary: TaskRecord['summary'];
}

/** What became of every task of a plan. Of each it holds a few numbers; the rest is read from the records again when it is asked for. */
export interface BatchReport {
  readonly limber: string;
  readonly counts: Readonly<Record<TaskState, number>>;
  /** By the tasks' places in the plan. */
  readonly states: readonly TaskState[];
  /** The names of the figures that tasks have. */
  readonly figures: readonly string[];
  /** The worst first, from the records as they are now. */
  tasks(): AsyncGenerator<ReportedTask, void>;
}

const WORDS: Readonly<Record<TaskState, string>> = {
  failed: 'failed',
  look: 'look at it',
  waiting: 'not done yet',
  done: 'done',
};

const STYLE = `
:root { color-scheme: light dark }
body { font: 14px/1.45 system-ui, sans-serif; margin: 0; color: #1b1e23; background: #fff }
/* Only the table scrolls, so that heads and the search stay in sight. */
body { box-sizing: border-box; height: 100vh; min-height: 24rem; padding: 1.5rem 2rem; display: flex; flex-direction: column }
h1 { font-size: 1.4rem; margin: 0 } p { margin: .3rem 0 1rem }
input { font: inherit; padding: .3rem .5rem; width: 22rem; max-width: 100% }
.table { overflow: auto; min-height: 0; margin-top: 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #dde1e6 }
th { vertical-align: bottom; position: sticky; top: 0; background: #fff; padding: 0 }
th button { all: unset; cursor: pointer; padding: .4rem .6rem; font-weight: 600 }
th button:focus-visible, input:focus-visible, .table:focus-visible { outline: 2px solid #2f6fde; outline-offset: 1px }
th[aria-sort=ascending] button::after { content: " ▲" } th[aria-sort=descending] button::after { content: " ▼" }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.state { white-space: nowrap; font-weight: 600 }
td.what { overflow-wrap: anywhere } td.what:not(:empty) { min-width: 12rem }
td.path { overflow-wrap: break-word; max-width: 14rem }
.failed td.state { color: #b3261e } .look td.state { color: #a65200 } .done td.state { color: #2a7a3f } .waiting { color: #667 }
@media (prefers-color-scheme: dark) {
body, th { color: #e9ecf1; background: #121417 } th, td { border-color: #2c3038 }
.failed td.state { color: #ff8a80 } .look td.state { color: #ffb45c } .done td.state { color: #86dd8b } .waiting { color: #8f98a6 } }`;

/** Sorts by a column, the largest or last first at the first press; hides rows without the words that are looked for. */
const SCRIPT = `
const body = document.querySelector('tbody'), rows = [...body.rows], heads = [...document.querySelectorAll('th')];
heads.forEach((head, column) => head.firstChild.addEventListener('click', () => {
  const down = head.getAttribute('aria-sort') !== 'descending';
  heads.forEach((each) => each.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
  const number = (text) => (text === '' ? -Infinity : Number(text));
  const isNumber = head.dataset.kind === 'number';
  rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const order = isNumber ? number(x) - number(y) || 0 : x < y ? -1 : x > y ? 1 : 0;
    return (down ? -order : order) || a.dataset.place - b.dataset.place;
  });
  body.append(...rows);
}));
const shown = document.querySelector('output');
document.querySelector('input').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count++;
  }
  shown.textContent = words.length ? count + ' of ' + rows.length : '';
});`;

/** A page about a batch, whole in itself: no picture, script or font from elsewhere. The worst stands first. */
export async function* reportPage({ limber, counts, states, figures, tasks }: BatchReport): AsyncGenerator<string, void> {
  const heads = ['Task', 'State', 'Command', 'What', 'Source', 'Character', 'Written', ...figures];
  const isNumber = (name: string) => name === 'Task' || name === 'State' || figures.includes(name);
  const told = (['failed', 'look', 'waiting', 'done'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state === 'look' ? 'to be looked at' : WORDS[state]}`);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Batch: ${escaped(told.join(', '))}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${states.length} tasks: ${escaped(told.join(', '))}</h1>
<p>Limber ${escaped(limber)}. The worst stands first; press a heading to sort by it.</p>
<label>Find <input type="search" placeholder="name, state, sentence"></label> <output></output>
<div class="table" role="region" aria-label="Tasks" tabindex="0">
<table>
<thead><tr>${heads.map((name) => `<th scope="col"${isNumber(name) ? ' data-kind="number"' : ''}><button type="button">${escaped(name)}</button></th>`).join('')}</tr></thead>
<tbody>
`;
  let place = 0;
  for await (const task of tasks()) yield `${rowOf(task, place++, figures)}\n`;
  yield `</tbody>
</table>
</div>
<script>${SCRIPT}
</script>
</body>
</html>
`;
}

/** The worse the state, the larger its number. */
const WEIGHT: Readonly<Record<TaskState, number>> = { failed: 3, look: 2, waiting: 1, done: 0 };
/** Sources of a task that gathers are named up to so many. */
const NAMED = 3;

function rowOf(task: ReportedTask, place: number, figures: readonly string[]): string {
  const { state, sources } = task;
  const named = sources.slice(0, NAMED).join(', ') + (sources.length > NAMED ? ` and ${sources.length - NAMED} more` : '');
  const { clip: clipName } = task.summary ?? {};
  const clip = typeof clipName === 'string' && !named.includes(clipName) ? ` “${clipName}”` : '';
  // Lines break behind the names of folders first.
  const path = (text: string | null) => `<td class="path">${escaped(text ?? '').replaceAll('/', '/<wbr>')}</td>`;
  const cells = [
    `<td class="number">${task.task}</td>`,
    `<td class="state" data-key="${WEIGHT[state]}">${WORDS[state]}</td>`,
    `<td>${escaped(task.command)}</td>`,
    `<td class="what">${task.sentences.map(escaped).join('<br>')}</td>`,
    path(named + clip),
    path(task.character),
    path(task.summary === null ? null : task.out),
    ...figures.map((name) => {
      const value = task.figures[name];
      return value === undefined ? '<td></td>' : `<td class="number" data-key="${value}">${shortNumber(value)}</td>`;
    }),
  ];
  return `<tr class="${state}" data-place="${place}">${cells.join('')}</tr>`;
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
