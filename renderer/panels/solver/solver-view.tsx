import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { endReplay } from '../../state/solve-trace.ts';
import { useServices } from '../window-context.tsx';
import { LastPull } from './last-pull.tsx';
import { PlanePlayground } from './plane/plane-playground.tsx';

/** How the solver works: the last pull, step by step, and chains in the plane to play with. */
export function SolverView() {
  const { studio } = useServices();
  return (
    <div className="panel solver-view" data-panel="solver" tabIndex={-1}>
      <Tabs className="tabs" onSelectionChange={() => endReplay(studio)}>
        <TabList className="tab-list" aria-label="Solver view pages">
          <Tab id="pull" className="tab">
            Last pull
          </Tab>
          <Tab id="plane" className="tab">
            In the plane
          </Tab>
        </TabList>
        <TabPanel id="pull" className="tab-panel" shouldForceMount>
          <LastPull />
        </TabPanel>
        <TabPanel id="plane" className="tab-panel" shouldForceMount>
          <PlanePlayground />
        </TabPanel>
      </Tabs>
    </div>
  );
}
