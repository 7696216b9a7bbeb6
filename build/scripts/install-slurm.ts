// `npm run install-slurm`: installs Slurm on Debian, for the tests that start one of their own.
import { spawnSync } from 'node:child_process';

const APT = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;

if (process.platform !== 'linux' || process.getuid?.() !== 0)
  throw new Error('Slurm is installed with apt-get, as root of a Debian');
for (const parameters of [
  ['update', '-qq'],
  ['install', '-y', '-qq', 'slurm-wlm'],
]) {
  const { status } = spawnSync('apt-get', parameters, APT);
  if (status !== 0) throw new Error(`apt-get ${parameters[0]} did not succeed`);
}
