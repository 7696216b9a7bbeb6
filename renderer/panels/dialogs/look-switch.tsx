import type { UpdateState } from '../../../electron/contract.ts';
import { SwitchBox } from '../widgets/switch-box.tsx';
import type { Ask } from './use-updates.ts';

/** What brings later versions where Limber does not look for them itself; null where it can. */
export function bringsLater({ kind, version }: UpdateState): string | null {
  if (kind === 'sources')
    return `This Limber ${version} runs from its sources: “git pull” brings a later version, and the next start builds it.`;
  if (kind === 'flatpak')
    return `This is Limber ${version}. Flatpak brings later versions: “flatpak update”, or the system’s own program for it.`;
  return null;
}

/** The one switch of updates: whether Limber looks for later versions. */
export function LookSwitch({ state, ask }: { state: UpdateState; ask: Ask }) {
  return (
    <SwitchBox
      label="Look for later versions"
      hint="At each start and once a day. The site learns nothing but that somebody asks."
      isOn={state.on}
      onChange={ask}
    />
  );
}
