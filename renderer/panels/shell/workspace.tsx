import { DockviewReact, type DockviewReadyEvent, type IDockviewPanelHeaderProps } from 'dockview-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { shownTheme } from '../../state/look.ts';
import type { PanelName } from '../../state/window-parts.ts';
import { Inspector } from '../inspector/inspector.tsx';
import { Mapping } from '../mapping/mapping.tsx';
import { Library } from '../library/library.tsx';
import { Outliner } from '../outliner/outliner.tsx';
import { SolverView } from '../solver/solver-view.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { ViewportPanel } from '../viewport/viewport-panel.tsx';
import { endReplay } from '../../state/solve-trace.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { arrange, TITLES } from './arrange.ts';
import { followWindow, type FollowedWindow } from './follow-window.ts';
import { PanelGuard } from './panel-guard.tsx';
import { growWhileShown } from './grow-panel.ts';
import { applyLayout, forgetLayout } from './layout-memory.ts';

const ROWS = ['[role="row"][aria-selected="true"]', '[role="row"]'];

/** What of a panel takes the keyboard when one goes there, the best first. */
const FOCUSED: Partial<Readonly<Record<PanelName, readonly string[]>>> = { outliner: ROWS, library: ROWS, viewport: ['canvas'] };

/** Pixels that plots and the playground need, and the share of a large window that they get. */
const SOLVER_HEIGHT = 316;
const SOLVER_SHARE = 0.4;

const COMPONENTS: Readonly<Record<PanelName, () => ReactNode>> = {
  outliner: guarded('outliner', Outliner),
  viewport: guarded('viewport', ViewportPanel),
  inspector: guarded('inspector', Inspector),
  library: guarded('library', Library),
  timeline: guarded('timeline', Timeline),
  solver: guarded('solver', SolverView),
  mapping: guarded('mapping', Mapping),
};

function guarded(name: PanelName, Panel: () => ReactNode): () => ReactNode {
  return () => (
    <PanelGuard name={TITLES[name]}>
      <Panel />
    </PanelGuard>
  );
}

/** The docked panels. Their arrangement is remembered between sessions. */
export function WorkspacePanels() {
  const { parts, studio } = useServices();
  const theme = useStudio(shownTheme);
  const followed = useRef<FollowedWindow | null>(null);

  useEffect(
    () => () => {
      followed.current?.stop();
      parts.workspace = null;
    },
    [parts],
  );

  const onReady = ({ api }: DockviewReadyEvent) => {
    const { arrangement } = (followed.current = followWindow(studio, api));
    growWhileShown(api, 'solver', Math.max(SOLVER_HEIGHT, SOLVER_SHARE * window.innerHeight));
    // A replay ends where its steps are out of sight.
    api.onDidActivePanelChange(() => {
      const solver = api.getPanel('solver');
      if (solver && solver.group.activePanel !== solver) endReplay(studio);
    });
    const arrangeAnew = () => arrange(api, arrangement(), studio.getState().session.settings.scale);
    parts.workspace = {
      layout: () => JSON.stringify(api.toJSON()),
      restoreLayout(layout) {
        const present = JSON.stringify(api.toJSON());
        if (layout === present || applyLayout(api, layout)) return;
        if (!applyLayout(api, present)) arrangeAnew();
      },
      resetLayout() {
        forgetLayout(studio, { arrangement: arrangement(), scale: studio.getState().session.settings.scale });
        arrangeAnew();
      },
      showPanel(name) {
        api.getPanel(name)?.api.setActive();
        // A panel that was behind another can take the focus only when it is drawn.
        requestAnimationFrame(() => focusPanel(name));
      },
    };
  };

  return (
    <DockviewReact
      className="workspace"
      theme={{ name: 'limber', className: 'limber-dock', colorScheme: theme === 'light' ? 'light' : 'dark', gap: 4 }}
      components={COMPONENTS}
      defaultTabComponent={PanelTab}
      onReady={onReady}
      disableFloatingGroups
      noPanelsOverlay="emptyGroup"
    />
  );
}

/** Lists take the keyboard on their selected row, or on their first, the viewport on its picture, other panels as a whole. */
function focusPanel(name: PanelName): void {
  const panel = document.querySelector<HTMLElement>(`[data-panel="${name}"]`);
  const inside = (FOCUSED[name] ?? []).map((selector) => panel?.querySelector<HTMLElement>(selector));
  (inside.find((found) => found) ?? panel)?.focus();
}

function PanelTab({ api }: IDockviewPanelHeaderProps) {
  return <span className="panel-tab">{api.title}</span>;
}
