import { DockviewReact, type DockviewReadyEvent, type IDockviewPanelHeaderProps, type IDockviewPanelProps } from 'dockview-react';
import { Bone, Box, ChartSpline, Diamond, LibraryBig, ListTree, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { shownTheme } from '../../state/window/look.ts';
import type { PanelName } from '../../state/window/window-parts.ts';
import { Inspector } from '../inspector/inspector.tsx';
import { Library } from '../library/library.tsx';
import { Outliner } from '../outliner/outliner.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { ViewportHeader } from '../viewport/viewport-header.tsx';
import { ViewportPanel } from '../viewport/viewport-panel.tsx';
import { endReplay } from '../../state/posing/solve-trace.ts';
import { loadedLater } from '../widgets/loaded-later.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { arrange, dockedPanel, GAP, LEAST_VIEWPORT, TITLES } from './arrange.ts';
import { followWindow, type FollowedWindow } from './follow-window.ts';
import { PanelGuard } from './panel-guard.tsx';
import { applyLayout, forgetLayout } from './layout-memory.ts';

const ROWS = ['[role="row"][aria-selected="true"]', '[role="row"]'];

/** What of a panel takes the keyboard when one goes there, the best first; in the timeline the clip's name while it is written. */
const FOCUSED: Partial<Readonly<Record<PanelName, readonly string[]>>> = {
  outliner: ROWS,
  // Its list has the focus, the selected card is active in it.
  library: ['[role="grid"]'],
  viewport: ['canvas'],
  timeline: ['input.clip-name'],
};

type PanelComponent = (props: IDockviewPanelProps) => ReactNode;

const COMPONENTS: Readonly<Record<PanelName, PanelComponent>> = {
  outliner: guarded('outliner', Outliner),
  viewport: guarded('viewport', ViewportPanel),
  inspector: guarded('inspector', Inspector),
  library: guarded('library', Library),
  timeline: guarded('timeline', Timeline),
  solver: seenLater('solver', async () => (await import('../solver/solver-view.tsx')).SolverView),
  mapping: seenLater('mapping', async () => (await import('../mapping/mapping.tsx')).Mapping),
};

function guarded(name: PanelName, Panel: (props: { readonly isSeen: boolean }) => ReactNode): PanelComponent {
  return ({ api }) => {
    const isSeen = useSyncExternalStore(
      useCallback(
        (changed) => {
          const following = api.onDidVisibilityChange(changed);
          return () => following.dispose();
        },
        [api],
      ),
      () => api.isVisible,
    );
    return (
      <PanelGuard name={TITLES[name]}>
        <Panel isSeen={isSeen} />
      </PanelGuard>
    );
  };
}

/** A panel whose code is fetched when it is first seen. */
function seenLater(name: PanelName, load: () => Promise<() => ReactNode>): PanelComponent {
  const Panel = loadedLater(TITLES[name], load);
  return ({ api }) => {
    const [isSeen, setSeen] = useState(api.isVisible);
    useEffect(() => {
      if (isSeen) return undefined;
      const following = api.onDidVisibilityChange(({ isVisible }) => setSeen(isVisible));
      return () => following.dispose();
    }, [api, isSeen]);
    return isSeen && <Panel />;
  };
}

/** The docked panels. Their arrangement is remembered between sessions. */
export function WorkspacePanels() {
  const { parts, studio } = useServices();
  const theme = useStudio(shownTheme);
  const followed = useRef<FollowedWindow | null>(null);
  const element = useRef<HTMLDivElement>(null);

  useEffect(
    () => () => {
      followed.current?.stop();
      parts.workspace = null;
    },
    [parts],
  );

  const onReady = ({ api }: DockviewReadyEvent) => {
    const { arrangement } = (followed.current = followWindow(studio, api, element.current!));
    // A replay ends where its steps are out of sight.
    const endUnseenReplay = () => {
      const solver = api.getPanel('solver');
      if (solver?.group.activePanel !== solver) endReplay(studio);
    };
    api.onDidActivePanelChange(endUnseenReplay);
    api.onDidRemovePanel(({ id }) => id === 'solver' && endReplay(studio));
    const arrangeAnew = () => arrange(api, arrangement(), studio.getState().session.settings.scale);
    parts.workspace = {
      layout: () => JSON.stringify(api.toJSON()),
      restoreLayout(layout) {
        const present = JSON.stringify(api.toJSON());
        const { scale } = studio.getState().session.settings;
        if (layout === present || applyLayout(api, layout, scale)) return;
        if (!applyLayout(api, present, scale)) arrangeAnew();
      },
      resetLayout() {
        forgetLayout(studio, { arrangement: arrangement(), scale: studio.getState().session.settings.scale });
        arrangeAnew();
      },
      toggleMaximized() {
        if (api.hasMaximizedGroup()) api.exitMaximizedGroup();
        else if (api.activePanel) api.maximizeGroup(api.activePanel);
      },
      closePanel(name) {
        const panel = api.getPanel(name);
        if (panel) api.removePanel(panel);
      },
      growPanel(name, least) {
        const panel = api.getPanel(name);
        const height = Math.min(least * studio.getState().session.settings.scale, (1 - LEAST_VIEWPORT) * api.height);
        if (panel && panel.group.height < height) panel.group.api.setSize({ height });
      },
      showPanel(name) {
        const { id, title, contentComponent: component, renderer } = dockedPanel(name);
        const panel =
          api.getPanel(name) ?? api.addPanel({ id, title, component, renderer, position: { referencePanel: 'timeline' } });
        panel.api.setActive();
        // A panel that was behind another can take the focus only when it is drawn.
        requestAnimationFrame(() => focusPanel(name));
      },
    };
  };

  return (
    <DockviewReact
      ref={element}
      className="workspace"
      theme={{ name: 'limber', className: 'limber-dock', colorScheme: theme === 'light' ? 'light' : 'dark', gap: GAP }}
      components={COMPONENTS}
      defaultTabComponent={PanelTab}
      rightHeaderActionsComponent={ViewportHeader}
      onReady={onReady}
      disableFloatingGroups
      noPanelsOverlay="emptyGroup"
    />
  );
}

/** Pictures that are waited for a panel whose code is being fetched. */
const MOST_WAITING = 300;

/** Lists take the keyboard on their selected row, or on their first, the viewport on its picture, other panels as a whole. */
function focusPanel(name: PanelName, waited = 0): void {
  const panel = document.querySelector<HTMLElement>(`[data-panel="${name}"]`);
  if (!panel && waited < MOST_WAITING) requestAnimationFrame(() => focusPanel(name, waited + 1));
  const inside = (FOCUSED[name] ?? []).map((selector) => panel?.querySelector<HTMLElement>(selector));
  (inside.find((found) => found) ?? panel)?.focus();
}

const ICONS: Readonly<Record<PanelName, LucideIcon>> = {
  outliner: ListTree,
  viewport: Box,
  inspector: SlidersHorizontal,
  library: LibraryBig,
  timeline: Diamond,
  solver: ChartSpline,
  mapping: Bone,
};

/** The share of a tab's inside that counts as all of it: lengths on screen are no whole pixels. */
const WHOLE = 0.95;

/** Its name, or its picture alone where the names of a narrow column would be cut. What would be cut at the row's end is only in the row's menu. */
function PanelTab({ api }: IDockviewPanelHeaderProps) {
  const Icon = ICONS[api.id as PanelName];
  const inside = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = inside.current!;
    const cut = ([seen]: readonly IntersectionObserverEntry[]) =>
      element.toggleAttribute('data-cut', seen!.intersectionRatio < WHOLE);
    const watch = new IntersectionObserver(cut, { threshold: WHOLE });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <span ref={inside} className="panel-tab" title={api.title}>
      <Icon size={15} strokeWidth={1.9} aria-hidden />
      <span className="panel-tab-name">{api.title}</span>
    </span>
  );
}
