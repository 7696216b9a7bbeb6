import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { VMC_PORT } from '../../core/formats/vmc/vmc-place.ts';
import { REAL_CLOCK, type LiveClock } from '../services/live/live-clock.ts';
import type { Terminal } from './terminal.ts';
import { addVmcRecord } from './vmc-record.ts';
import { addVmcSend } from './vmc-send.ts';

/** `vmc send` and `vmc record`: by `clock`, which tests hand in. */
export function addVmc(
  program: Command,
  terminal: Terminal,
  setExitCode: (code: number) => void,
  clock: LiveClock = REAL_CLOCK,
): void {
  const vmc = program.command('vmc').description('stream a clip to programs that speak VMC, or record what they send');
  addVmcSend(addPlace(vmc.command('send'), 'where the program listens'), terminal, clock);
  addVmcRecord(
    addPlace(vmc.command('record'), 'where this one listens; 0.0.0.0 hears other machines too'),
    terminal,
    setExitCode,
    clock,
  );
}

function addPlace(command: Command, what: string): Command {
  return command.option('--address <address>', what, '127.0.0.1').option('--port <number>', 'its UDP port', port, VMC_PORT);
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65_535)
    throw new InvalidArgumentError(`expected a port from 1 to 65535, got "${text}".`);
  return value;
}
