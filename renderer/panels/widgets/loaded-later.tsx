import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { PanelGuard } from '../shell/panel-guard.tsx';

/** A component whose code is fetched when it is first drawn, or before by `preload`. */
export interface LoadedLater<Props> {
  (props: Props): ReactNode;
  preload(): Promise<unknown>;
}

/** `name` is what did not work, where the code cannot be fetched. Nothing is drawn until it is there. */
export function loadedLater<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>): LoadedLater<Props> {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null;
  const loadOnce = () => (loading ??= load().then((component) => ({ default: component })));
  const Component = lazy(loadOnce) as unknown as ComponentType<Props>;
  const later = (props: Props) => (
    <PanelGuard name={name}>
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    </PanelGuard>
  );
  return Object.assign(later, { preload: loadOnce });
}
