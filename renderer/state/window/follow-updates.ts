import { notify } from './notify.ts';
import type { Studio } from '../studio.ts';

/** Tells once of each later version that is found. Returns how to stop. */
export function followUpdates(studio: Studio): () => void {
  let told = '';
  return studio.desktop.on('updates.changed', ({ step }) => {
    if (step.kind !== 'found' || step.version === told) return;
    told = step.version;
    const isOpen = studio.getState().session.dialogs.some(({ name }) => name === 'updates');
    if (!isOpen) notify(studio, 'info', `Limber ${step.version} is there.`, 'help.updates');
  });
}
