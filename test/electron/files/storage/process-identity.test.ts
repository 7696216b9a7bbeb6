import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hasEnded, thisProcess } from '../../../../electron/files/storage/process-identity.ts';
import { eventually } from '../../../helpers/eventually.ts';

test.skipIf(process.platform !== 'linux')(
  'a process that was killed has ended, also before whoever started it asks',
  async () => {
    const here = thisProcess('machine');
    // What takes the place of the shell never asks for the child that it got.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const other = { ...here, process: Number(printed.toString('utf8')), run: 'other' };
    try {
      expect(hasEnded(other, here)).toBe(false);
      process.kill(other.process, 'SIGKILL');
      await eventually(() => expect(hasEnded(other, here)).toBe(true));
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
