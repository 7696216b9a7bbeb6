import { useEffect, useState } from 'react';
import type { UpdateState } from '../../../electron/contract.ts';
import { failureText } from '../../state/window/notify.ts';
import { useServices } from '../window-context.tsx';

/** Asks the host for a step of an update, or turns looking for later versions on or off. */
export type Ask = (step: 'updates.look' | 'updates.fetch' | 'updates.install' | 'updates.openPage' | boolean) => void;

/** How updates stand, as the host tells; `error`: why it could not be asked. */
export function useUpdates(): { readonly state: UpdateState | null; readonly error: string | null; readonly ask: Ask } {
  const { desktop } = useServices().studio;
  const [state, setState] = useState<UpdateState | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    desktop
      .call('updates.state')
      .then(setState, (reason: unknown) => setError(failureText('command help.updates', reason, null)));
    return desktop.on('updates.changed', setState);
  }, [desktop]);
  const ask: Ask = (step) => {
    const asked = typeof step === 'boolean' ? desktop.call('updates.turn', step) : desktop.call(step);
    asked.then(
      (answer) => answer && setState(answer),
      (reason: unknown) => setError(failureText('command help.updates', reason, null)),
    );
  };
  return { state, error, ask };
}
