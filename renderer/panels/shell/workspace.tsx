import {
  DockviewReact,
  type AddPanelOptions,
  type AddPanelPositionOptions,
  type DockviewApi,
  type DockviewReadyEvent,
  type IDockviewPanelHeaderProps,
} from 'dockview-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PanelName } from '../../state/window-parts.ts';
import { Inspector } from '../inspector/inspector.tsx';
import { Mapping } from '../mapping/mapping.tsx';
import { Library } from '../library/library.tsx';
import { Outliner } from '../outliner/outliner.tsx';
import { SolverView } from '../solver/solver-view.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { ViewportPanel } from '../viewport/viewport-panel.tsx';
import { endReplay } from '../../state/solve-trace.ts';
import { useServices } from '../window-context.tsx';
import { PanelGuard } from './panel-guard.tsx';
import { growWhileShown } from './grow-panel.ts';
import { applyLayout, forgetLayout, recallLayout, rememberLayout } from './layout-memory.ts';

const TITLES: Readonly<Record<PanelName, string>> = {
  outliner: 'Outliner',
  viewport: 'Viewport',
  inspector: 'Inspector',
  library: 'Pose library',
  timeline: 'Timeline',
  solver: 'Solver view',
  mapping: 'Bones',
};

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
  const api = useRef<DockviewApi | null>(null);

  useEffect(
    () => () => {
      parts.workspace = null;
    },
    [parts],
  );

  const onReady = (event: DockviewReadyEvent) => {
    api.current = event.api;
    if (!recallLayout(event.api)) arrange(event.api);
    growWhileShown(event.api, 'solver', Math.max(SOLVER_HEIGHT, SOLVER_SHARE * window.innerHeight));
    // A replay ends where its steps are out of sight.
    event.api.onDidActivePanelChange(() => {
      const solver = event.api.getPanel('solver');
      if (solver && solver.group.activePanel !== solver) endReplay(studio);
    });
    event.api.onDidLayoutChange(() => rememberLayout(event.api));
    parts.workspace = {
      layout: () => JSON.stringify(event.api.toJSON()),
      restoreLayout(layout) {
        const present = JSON.stringify(event.api.toJSON());
        if (layout === present || applyLayout(event.api, layout)) return;
        if (!applyLayout(event.api, present)) arrange(event.api);
      },
      resetLayout() {
        forgetLayout();
        arrange(event.api);
      },
      showPanel(name) {
        event.api.getPanel(name)?.api.setActive();
        // A panel that was behind another can take the focus only when it is drawn.
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-panel="${name}"]`)?.focus());
      },
    };
  };

  return (
    <DockviewReact
      className="workspace"
      theme={{ name: 'limber', className: 'limber-dock', colorScheme: 'dark', gap: 4 }}
      components={COMPONENTS}
      defaultTabComponent={PanelTab}
      onReady={onReady}
      disableFloatingGroups
      noPanelsOverlay="emptyGroup"
    />
  );
}

function PanelTab({ api }: IDockviewPanelHeaderProps) {
  return <span className="panel-tab">{api.title}</span>;
}

/** Where a panel stands and how large it begins. */
type PanelPlace = Pick<AddPanelOptions, 'initialWidth' | 'initialHeight' | 'inactive'> & {
  readonly position?: AddPanelPositionOptions;
};

/** The arrangement that a new window has. */
function arrange(api: DockviewApi): void {
  api.clear();
  const add = (name: PanelName, place: PanelPlace) =>
    api.addPanel({ id: name, component: name, title: TITLES[name], renderer: 'always', ...place });
  add('viewport', {});
  add('inspector', { position: { direction: 'right' }, initialWidth: 300 });
  add('timeline', { position: { direction: 'below', referencePanel: 'viewport' }, initialHeight: 176 });
  add('outliner', { position: { direction: 'left', referencePanel: 'viewport' }, initialWidth: 218 });
  add('library', { position: { direction: 'below', referencePanel: 'inspector' }, initialHeight: 330 });
  add('solver', { position: { direction: 'within', referencePanel: 'timeline' }, inactive: true });
  add('mapping', { position: { direction: 'within', referencePanel: 'outliner' }, inactive: true });
  api.getPanel('viewport')?.api.setActive();
}
