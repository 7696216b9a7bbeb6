import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { selectedHandle, selectedJoint } from '../../state/selection.ts';
import { useStudio } from '../window-context.tsx';
import { CharacterSection } from './character-section.tsx';
import { HandleSection } from './handle-section.tsx';
import { JointSection } from './joint-section.tsx';
import { LimitSection } from './limit-section.tsx';
import { SolverSection } from './solver-section.tsx';

type Page = 'selection' | 'character' | 'solver';

/** What is selected, the character, and how pulls are solved. Selecting something brings its page to the front. */
export function Inspector() {
  const joint = useStudio(selectedJoint);
  const handle = useStudio(selectedHandle);
  const [page, setPage] = useState<Page>('character');
  const hasSelection = joint !== null || handle !== null;
  const selection = `${joint}:${handle}`;
  const [seen, setSeen] = useState(selection);
  if (seen !== selection) {
    setSeen(selection);
    if (hasSelection) setPage('selection');
  }
  return (
    <div className="panel inspector" data-panel="inspector" tabIndex={-1}>
      <Tabs className="tabs" selectedKey={page} onSelectionChange={(key) => setPage(key as Page)}>
        <TabList className="tab-list" aria-label="Inspector pages">
          <Tab id="selection" className="tab">
            Selection
          </Tab>
          <Tab id="character" className="tab">
            Character
          </Tab>
          <Tab id="solver" className="tab">
            Solver
          </Tab>
        </TabList>
        <TabPanel id="selection" className="tab-panel">
          {handle !== null && <HandleSection handle={handle} />}
          {joint !== null && <JointSection joint={joint} />}
          {joint !== null && <LimitSection joint={joint} />}
          {!hasSelection && (
            <p className="empty">
              Nothing is selected. Click a handle or a bone in the viewport, or a joint in the outliner, to see its rotation,
              limits and pins.
            </p>
          )}
        </TabPanel>
        <TabPanel id="character" className="tab-panel">
          <CharacterSection />
        </TabPanel>
        <TabPanel id="solver" className="tab-panel">
          <SolverSection />
        </TabPanel>
      </Tabs>
    </div>
  );
}
