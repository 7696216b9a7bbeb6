import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { expressionNames } from '../../state/posing/expressions.ts';
import { hasSight } from '../../state/posing/gaze.ts';
import { selectedHand } from '../../state/posing/hands.ts';
import { selectedLimbs } from '../../state/posing/limb-ik.ts';
import { partsOfSelection } from '../../state/part-of-selection.ts';
import { selectedCamera } from '../../state/cameras/shown-cameras.ts';
import { selectedProp } from '../../state/props/shown-props.ts';
import { selectedHandle, selectedJoint } from '../../state/selection.ts';
import { chosenSound } from '../../state/sound/edit-sounds.ts';
import { showInspectorPage } from '../../state/session.ts';
import type { InspectorPage } from '../../state/session-state.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { CharacterSection } from './character-section.tsx';
import { ExpressionsSection } from './expressions-section.tsx';
import { GazeSection } from './gaze-section.tsx';
import { HandSection } from './hand-section.tsx';
import { HandleSection } from './handle-section.tsx';
import { JointSection } from './joint-section.tsx';
import { LimbSection } from './limb-section.tsx';
import { LimitSection } from './limit-section.tsx';
import { CameraSection } from './camera-section.tsx';
import { PropSection } from './prop-section.tsx';
import { LiveSection } from './live-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { PullingSection } from './pulling-section.tsx';
import { SoundSection } from './sound-section.tsx';

/** What is selected, the character, and how pulls are solved. Selecting something brings its page to the front. */
export function Inspector() {
  const { studio } = useServices();
  const joint = useStudio(selectedJoint);
  const handle = useStudio(selectedHandle);
  const hand = useStudio(selectedHand);
  const hasLimb = useStudio((state) => selectedLimbs(state).length > 0);
  const isOfHead = useStudio((state) => hasSight(state) && partsOfSelection(state).includes('Head'));
  const hasExpressions = useStudio((state) => expressionNames(state).length > 0);
  const wanted = useStudio((state) => state.session.inspectorPage);
  const page = wanted === 'face' && !hasExpressions ? 'selection' : wanted;
  const thing = useStudio(selectedProp);
  const camera = useStudio(selectedCamera);
  const sound = useStudio((state) => (state.session.timeline.sound === null ? null : chosenSound(state)));
  const hasSelection = joint !== null || handle !== null || thing !== null || camera !== null || sound !== null;
  return (
    <div className="panel inspector" data-panel="inspector" tabIndex={-1}>
      <Tabs className="tabs" selectedKey={page} onSelectionChange={(key) => showInspectorPage(studio, key as InspectorPage)}>
        <TabList className="tab-list" aria-label="Inspector pages">
          <Tab id="selection" className="tab">
            Selection
          </Tab>
          {hasExpressions && (
            <Tab id="face" className="tab">
              Face
            </Tab>
          )}
          <Tab id="character" className="tab">
            Character
          </Tab>
          <Tab id="pulling" className="tab">
            Pulling
          </Tab>
        </TabList>
        <TabPanel id="selection" className="tab-panel">
          {thing !== null && <PropSection prop={thing} />}
          {camera !== null && <CameraSection camera={camera} />}
          {handle !== null && <HandleSection handle={handle} />}
          {isOfHead && <GazeSection />}
          {hasLimb && <LimbSection />}
          {joint !== null && <JointSection joint={joint} />}
          {hand !== null && <HandSection key={hand} side={hand} />}
          {joint !== null && <LimitSection joint={joint} />}
          {sound !== null && <SoundSection sound={sound} />}
          {!hasSelection && (
            <p className="empty">
              Nothing is selected. Click a handle, a joint, a prop or a camera to see its rotation, limits and pins.
            </p>
          )}
        </TabPanel>
        {hasExpressions && (
          <TabPanel id="face" className="tab-panel">
            <ExpressionsSection />
          </TabPanel>
        )}
        <TabPanel id="character" className="tab-panel">
          <CharacterSection />
          <ReferenceSection />
          <LiveSection />
        </TabPanel>
        <TabPanel id="pulling" className="tab-panel">
          <PullingSection />
        </TabPanel>
      </Tabs>
    </div>
  );
}
