import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** A controller and a node of Slurm on this machine's loopback, with a configuration of their own. */
export interface OwnSlurm {
  /** Under which Slurm's commands talk to it. */
  readonly environment: { readonly SLURM_CONF: string };
  /** Runs one of its commands. */
  command(name: string, ...parameters: string[]): string;
  stop(): Promise<void>;
}

/** Why no Slurm can be started here, or null when one can. */
export function whyNoSlurm(): string | null {
  if (process.platform !== 'linux') return 'Slurm runs on Linux';
  if (process.getuid?.() !== 0) return 'only root may start a Slurm of its own';
  for (const name of ['slurmctld', 'slurmd', 'sbatch']) {
    try {
      execFileSync('which', [name], { stdio: 'ignore' });
    } catch {
      return `there is no ${name}: npm run install-slurm installs it`;
    }
  }
  return null;
}

export async function startSlurm(folder: string): Promise<OwnSlurm> {
  const name = hostname().split('.')[0]!;
  const configuration = join(folder, 'slurm.conf');
  const [controllerPort, nodePort] = [await freePort(), await freePort()];
  for (const part of ['state', 'spool']) mkdirSync(join(folder, part));
  const settings = {
    ClusterName: 'limber',
    SlurmctldHost: `${name}(127.0.0.1)`,
    AuthType: 'auth/none',
    CredType: 'cred/none',
    SlurmUser: 'root',
    SlurmdUser: 'root',
    ProctrackType: 'proctrack/pgid',
    TaskPlugin: 'task/none',
    JobAcctGatherType: 'jobacct_gather/none',
    AccountingStorageType: 'accounting_storage/none',
    SwitchType: 'switch/none',
    MpiDefault: 'none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_Core',
    ReturnToService: '2',
    SlurmctldPort: controllerPort,
    SlurmdPort: nodePort,
    StateSaveLocation: join(folder, 'state'),
    SlurmdSpoolDir: join(folder, 'spool'),
    SlurmctldPidFile: join(folder, 'slurmctld.pid'),
    SlurmdPidFile: join(folder, 'slurmd.pid'),
  };
  const lines = [
    ...Object.entries(settings).map(([key, value]) => `${key}=${value}`),
    `NodeName=${name} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN`,
    'PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  const environment = { SLURM_CONF: configuration };
  const command = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, { encoding: 'utf8', env: { ...process.env, ...environment } });
  const daemons = ['slurmctld', 'slurmd'].map((program): ChildProcess => {
    const log = openSync(join(folder, `${program}.log`), 'a');
    return spawn(program, ['-D'], { env: { ...process.env, ...environment }, stdio: ['ignore', log, log] });
  });
  const stop = async () => {
    const ended = daemons.map((daemon) => new Promise((resolve) => daemon.once('exit', resolve)));
    for (const daemon of daemons.toReversed()) daemon.kill('SIGTERM');
    await Promise.all(ended);
  };
  try {
    await vi.waitFor(
      () => {
        const state = command('sinfo', '--noheader', '--format=%T').trim();
        if (state !== 'idle') throw new Error(`the node is ${state}`);
      },
      { timeout: 60_000, interval: 200 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { environment, command, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
