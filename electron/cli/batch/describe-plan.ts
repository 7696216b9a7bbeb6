import { commandText, parametersOf } from './command-parameters.ts';
import type { Plan } from './plan.ts';
import { durationInWords } from './progress.ts';
import { portable } from './records.ts';
import type { BatchTask } from './task.ts';

/** Command lines that are shown. */
const SHOWN = 3;

/** What a batch would do, in lines; `left` are the tasks of this run that are not done yet. */
export function describePlan(
  { base, folder, tasks, seconds, own, part }: Plan,
  left: readonly BatchTask[],
  { workers, json = false }: { readonly workers: number; readonly json?: boolean },
): string[] {
  const show = (path: string) => portable(base, path);
  const expected = left.reduce((sum, { index }) => sum + seconds[index]!, 0);
  const inOrder = left.toSorted((a, b) => a.index - b.index);
  if (json) {
    const listed = inOrder.map((task) => ({
      task: task.index + 1,
      out: task.out === null ? null : show(task.out),
      seconds: Math.round(100 * seconds[task.index]!) / 100,
      parameters: parametersOf(task, show),
    }));
    return [
      JSON.stringify({
        folder,
        part,
        all: tasks.length,
        tasks: own.length,
        left: left.length,
        seconds: expected,
        workers,
        plan: listed,
      }),
    ];
  }
  const commands = countBy(own, ({ command }) => command);
  const count = (of: (task: BatchTask) => readonly (string | null)[]) =>
    new Set(own.flatMap(of).filter((path) => path !== null)).size;
  const [sources, characters] = [count((task) => task.sources), count((task) => [task.character])];
  const onto = characters > 0 ? ` × ${characters} ${characters === 1 ? 'character' : 'characters'}` : '';
  return [
    `${part === null ? '' : `${part}: `}${own.length} ${own.length === 1 ? 'task' : 'tasks'} (${sources} ${sources === 1 ? 'source' : 'sources'}${onto})${part === null ? '' : ` of ${tasks.length}`}`,
    ...(left.length < own.length ? [`${own.length - left.length} are done already, ${left.length} are left`] : []),
    `about ${durationInWords(expected)} of one core, ${durationInWords(expected / Math.min(workers, Math.max(1, left.length)))} with ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...[...commands].map(([command, number]) => `  ${command}: ${number}`),
    ...inOrder.slice(0, SHOWN).map((task) => `limber ${commandText(parametersOf(task, show))}`),
    ...(inOrder.length > SHOWN ? [`and ${inOrder.length - SHOWN} more`] : []),
    `records and report: ${folder}`,
  ];
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
