import { attempting } from '../state/window/notify.ts';
import type { Command, CommandContext } from './command.ts';

/** Runs a command if it is enabled; what goes wrong is told to the user. Resolves when it is done. */
export async function runCommand(command: Command, context: CommandContext): Promise<void> {
  const { studio } = context;
  if (!command.enabled(studio.getState())) return;
  await attempting(studio, `command ${command.id}`, null, async () => command.run(context));
}
