import { X } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { endReplay } from '../../state/posing/solve-trace.ts';
import { useServices } from '../window-context.tsx';
import { IconButton } from '../widgets/button.tsx';
import { LastPull } from './last-pull.tsx';
import { Precision } from './precision.tsx';
import { PlanePlayground } from './plane/plane-playground.tsx';

/** How the solver works: the last pull, step by step, chains in the plane to play with, and how exact a pull is. */
export function SolverView() {
  const { studio, parts } = useServices();
  return (
    <div className="panel solver-view" data-panel="solver" tabIndex={-1}>
      <Tabs className="tabs" onSelectionChange={() => endReplay(studio)}>
        <div className="solver-head">
          <TabList className="tab-list" aria-label="Solver view pages">
            <Tab id="pull" className="tab">
              Last pull
            </Tab>
            <Tab id="plane" className="tab">
              In the plane
            </Tab>
            <Tab id="precision" className="tab">
              Precision
            </Tab>
          </TabList>
          <IconButton icon={X} label="Close the solver view" onPress={() => parts.workspace?.closePanel('solver')} />
        </div>
        <TabPanel id="pull" className="tab-panel" shouldForceMount>
          <LastPull />
        </TabPanel>
        <TabPanel id="plane" className="tab-panel" shouldForceMount>
          <PlanePlayground />
        </TabPanel>
        <TabPanel id="precision" className="tab-panel">
          <Precision />
        </TabPanel>
      </Tabs>
    </div>
  );
}
