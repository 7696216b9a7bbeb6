import { Armchair, Diamond, Footprints, Grab, Grip, Hand, HandGrab, Unlink } from 'lucide-react';
import { useMemo } from 'react';
import { composeFrames, frameOfPlace, type Frame } from '../../../core/math/frame.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { keyOfCarrier, offeredCarriers } from '../../state/props/carriers.ts';
import { carryProp, nameProp, placeProp, standOnProp } from '../../state/props/edit-props.ts';
import { carrierNow, selectedShownProp } from '../../state/props/shown-props.ts';
import { shownPlace } from '../../state/scene/shown-place.ts';
import type { StudioState } from '../../state/studio.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { NameField } from '../widgets/name-field.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { FrameFields } from './frame-fields.tsx';
import { Section } from './section.tsx';
import { ShapeFields } from './shape-fields.tsx';

/** What the selected thing is, where it is in the scene, and what carries it from the playhead on. */
export function PropSection({ prop }: { prop: PropData }) {
  const { studio } = useServices();
  const by = useStudio((state) => carrierNow(state, prop));
  const present = useStudio((state) => state.document?.history.present);
  // Depends on the project alone.
  const offered = useMemo(() => present && offeredCarriers(studio.getState(), prop, by), [studio, present, prop, by]);
  return (
    <>
      <Section title={prop.name} note="prop">
        <NameField
          label="Name of the prop"
          hint="What it is called in this scene"
          id={prop.id}
          name={prop.name}
          onCommit={(name) => nameProp(studio, prop, name)}
        />
        <ShapeFields prop={prop} />
        <SwitchBox
          label="Feet stand on it"
          hint="It is ground: a drag on it rotates the view until it is selected"
          isOn={prop.isGround === true}
          onChange={(isGround) => standOnProp(studio, prop, isGround)}
        />
      </Section>
      <Section title="Carried">
        <Choice
          label="Carried by"
          hint="What carries it from the playhead on; it stays where it is"
          value={keyOfCarrier(by)}
          options={(offered ?? []).map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => carryProp(studio, prop, offered?.find((each) => each.key === key)?.by ?? null)}
        />
        <CommandTextButton id="prop.putRight" icon={Hand} className="wide" />
        <CommandTextButton id="prop.putLeft" icon={Hand} className="wide" />
        <CommandTextButton id="prop.grip" icon={Grab} className="wide" />
        <CommandTextButton id="prop.keepGrip" icon={Grip} className="wide" />
        <CommandTextButton id="prop.take" icon={HandGrab} className="wide" />
        <CommandTextButton id="prop.sit" icon={Armchair} className="wide" />
        <CommandTextButton id="prop.stand" icon={Footprints} className="wide" />
        <CommandTextButton id="prop.letGo" icon={Unlink} className="wide" />
        <CommandTextButton id="prop.key" icon={Diamond} className="wide" />
      </Section>
      <Section title="Place">
        <PlaceOfProp prop={prop} />
      </Section>
    </>
  );
}

/** Where a thing is in the scene; null where it is not shown. */
function frameInScene(state: StudioState): Frame | null {
  const shown = selectedShownProp(state);
  return shown && composeFrames(frameOfPlace(shownPlace(state)), shown.frame);
}

/** The key that says whether a frame is another one, so that the fields are worked out once for each. */
function frameKey(state: StudioState): string {
  return JSON.stringify(frameInScene(state));
}

/** Where a prop stands, while it is shown. */
function PlaceOfProp({ prop }: { prop: PropData }) {
  const { studio } = useServices();
  const key = useStudio(frameKey);
  const frame = useMemo(() => JSON.parse(key) as Frame | null, [key]);
  if (!frame) return <p className="soft">It is hidden: show it to place it.</p>;
  return <FrameFields frame={frame} onCommit={(place) => placeProp(studio, prop, place)} />;
}
