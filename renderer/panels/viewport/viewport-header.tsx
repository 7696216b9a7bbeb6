import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { useSyncExternalStore } from 'react';
import { useStudio } from '../window-context.tsx';
import { KeyChip } from './key-chip.tsx';
import { ShowTools } from './show-tools.tsx';

/** Pixels of the line's width, at the interface scale 1, below which what is shown is chosen in a menu. */
const FOLDING_WIDTH = 488;

/** The rest of the line with the viewport's tab, where nothing covers the picture: whether the pose is keyed, and what is shown. */
export function ViewportHeader({ activePanel, api }: IDockviewHeaderActionsProps) {
  const width = useSyncExternalStore(
    (changed) => {
      const following = api.onDidDimensionsChange(changed);
      return () => following.dispose();
    },
    () => api.width,
  );
  const scale = useStudio((state) => state.session.settings.scale);
  const isFolded = width < FOLDING_WIDTH * scale;
  if (activePanel?.id !== 'viewport') return null;
  return (
    <div className="viewport-header">
      <KeyChip isFolded={isFolded} />
      <ShowTools isFolded={isFolded} />
    </div>
  );
}
