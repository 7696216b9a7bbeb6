import { isManifest } from './manifest.ts';
import { writeOpenJobTemplate } from './openjd.ts';
import type { Terminal } from '../terminal.ts';
import type { Plan, PlanFlags } from './plan.ts';
import { submitToSlurm, waitForSlurm, type SlurmFlags } from './slurm.ts';

export const ENGINES = ['openjd', 'slurm'] as const;

/** How a batch is given to an engine. */
export interface EngineFlags extends PlanFlags, SlurmFlags {
  readonly on: (typeof ENGINES)[number];
  /** About how long a chunk takes. */
  readonly chunkSeconds: number;
  /** Stay until the engine is done with it. */
  readonly wait?: boolean;
}

/** Handed over, so that it is done elsewhere and later; done, as far as the engine could; or ended by Ctrl+C. */
export type HandedOver = 'later' | 'done' | 'cancelled';

/** Gives a batch to an engine. Throws an `Error` with one sentence. */
export async function handOver(
  given: readonly string[],
  plan: Plan,
  flags: EngineFlags,
  terminal: Terminal,
): Promise<HandedOver> {
  const [manifest] = given;
  if (manifest === undefined || !isManifest(manifest)) throw new Error('--on needs a manifest: the hosts read it');
  if (flags.folder !== undefined) {
    throw new Error('--folder has no meaning with --on: the hosts keep their records beside the manifest');
  }
  if (plan.part !== null) throw new Error('--shard and --tasks have no meaning with --on: the engine takes the batch apart');
  if (flags.on === 'openjd') {
    terminal.print(`wrote ${await writeOpenJobTemplate(manifest, plan, flags)}`);
    return 'later';
  }
  const job = await submitToSlurm(manifest, plan, flags);
  terminal.note(`job ${job} of Slurm has ${plan.tasks.length} tasks; its logs are in ${plan.folder}`);
  if (!flags.wait) {
    terminal.print(job);
    return 'later';
  }
  await waitForSlurm(job, terminal.signal, (left) => terminal.progress(`job ${job}: ${left} parts wait or run`));
  if (!terminal.signal.aborted) return 'done';
  terminal.note(`job ${job} was cancelled: what is done stays, and none of it is half written`);
  return 'cancelled';
}
