import { basename, join } from 'node:path';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { withoutExtension } from '../../../core/formats/text/file-name.ts';
import type { Plan } from './plan.ts';

/** Characters that the name of a job has at most. */
const LONGEST_NAME = 128;
/** Seconds between the engine's notice that an action ends and its end. */
const NOTICE_SECONDS = 15;

interface OpenJobFlags {
  readonly chunkSeconds: number;
  /** The command limber on the hosts. */
  readonly limber: string;
}

/**
 * A batch as a job of Open Job Description (`jobtemplate-2023-09` with TASK_CHUNKING), for Deadline Cloud and other farms: a step of chunks of
 * tasks, each as many as take about `chunkSeconds`, and a step that gathers the report. All paths are in the manifest's folder.
 */
export function openJobTemplate(manifest: string, { tasks, seconds }: Plan, { chunkSeconds, limber }: OpenJobFlags): object {
  const total = seconds.reduce((sum, each) => sum + each, 0);
  const perChunk = Math.min(tasks.length, Math.max(1, Math.round((chunkSeconds * tasks.length) / total)));
  const action = (...parameters: string[]) => ({
    command: '{{Param.Limber}}',
    args: ['batch', '{{Param.Folder}}/{{Param.Manifest}}', ...parameters],
    cancelation: { mode: 'NOTIFY_THEN_TERMINATE', notifyPeriodInSeconds: NOTICE_SECONDS },
  });
  return {
    specificationVersion: 'jobtemplate-2023-09',
    extensions: ['TASK_CHUNKING'],
    name: jobName(manifest),
    description: `${tasks.length} tasks of limber batch. Each may be repeated: its files are written whole or not at all.`,
    parameterDefinitions: [
      {
        name: 'Folder',
        type: 'PATH',
        objectType: 'DIRECTORY',
        dataFlow: 'INOUT',
        default: '.',
        description: 'The folder of the manifest, with all sources, characters and outputs.',
      },
      { name: 'Manifest', type: 'STRING', default: basename(manifest), description: 'The name of the manifest in it.' },
      { name: 'Limber', type: 'STRING', default: limber, description: 'The command limber on the hosts.' },
    ],
    steps: [
      {
        name: 'Tasks',
        parameterSpace: {
          taskParameterDefinitions: [
            {
              name: 'Tasks',
              type: 'CHUNK[INT]',
              range: tasks.length === 1 ? '1' : `1-${tasks.length}`,
              chunks: { defaultTaskCount: perChunk, targetRuntimeSeconds: chunkSeconds, rangeConstraint: 'CONTIGUOUS' },
            },
          ],
        },
        script: {
          actions: {
            onRun: action('--tasks', '{{Task.Param.Tasks}}', '--resume', '--failures-in-report', '--progress', 'openjd'),
          },
        },
      },
      {
        name: 'Report',
        dependencies: [{ dependsOn: 'Tasks' }],
        script: { actions: { onRun: action('--gather') } },
      },
    ],
  };
}

/** Writes the template beside the manifest, and returns where. */
export async function writeOpenJobTemplate(manifest: string, plan: Plan, flags: OpenJobFlags): Promise<string> {
  const path = join(plan.base, `${withoutExtension(basename(manifest))}.openjd.json`);
  await writeAtomically(path, `${JSON.stringify(openJobTemplate(manifest, plan, flags), null, 2)}\n`);
  return path;
}

/** No control characters, and nothing that the engine would take for a parameter. */
function jobName(manifest: string): string {
  const plain = withoutExtension(basename(manifest))
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[{}]/g, '_');
  return Array.from(`Limber ${plain}`).slice(0, LONGEST_NAME).join('');
}
