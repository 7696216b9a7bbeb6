import { Grab, Hand, HandFist, Pointer } from 'lucide-react';
import { fingersOfHand, handShapeOf, type HandShape } from '../../../core/humanoid/anatomy/hand-shape.ts';
import type { Side } from '../../../core/humanoid/body/found-bones.ts';
import { commitHand, previewHand } from '../../state/posing/hands.ts';
import { shownPose } from '../../state/studio.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';
import { PoseSlider } from './pose-slider.tsx';

/** The fingers of a hand by what they do: presets, all together, apart, and one by one. */
export function HandSection({ side }: { side: Side }) {
  const rig = useStudio((state) => state.document?.rig ?? null);
  const pose = useStudio(shownPose);
  if (!rig || !pose) return null;
  const fingers = fingersOfHand(rig, side);
  const { curls, spread } = handShapeOf(rig, pose, side);
  const all = fingers.reduce((sum, finger) => sum + (curls[finger] ?? 0), 0) / fingers.length;
  return (
    <Section title={`Fingers of the ${side} hand`}>
      <div className="hand-presets">
        <CommandTextButton id="pose.hand.fist" icon={HandFist} text="Fist" />
        <CommandTextButton id="pose.hand.point" icon={Pointer} text="Point" />
        <CommandTextButton id="pose.hand.open" icon={Hand} text="Open" />
        <CommandTextButton id="pose.hand.grip" icon={Grab} text="Grip" />
      </div>
      <HandSlider
        label="All fingers"
        side={side}
        value={all}
        shapeFor={(value) => ({ curls: Object.fromEntries(fingers.map((finger) => [finger, value])) })}
      />
      <HandSlider label="Spread" side={side} value={spread} min={-1} shapeFor={(value) => ({ spread: value })} />
      {fingers.map((finger) => (
        <HandSlider
          key={finger}
          label={finger}
          side={side}
          value={curls[finger] ?? 0}
          shapeFor={(value) => ({ curls: { [finger]: value } })}
        />
      ))}
    </Section>
  );
}

interface HandSliderProps {
  readonly label: string;
  readonly side: Side;
  readonly value: number;
  readonly min?: number;
  readonly shapeFor: (value: number) => Partial<HandShape>;
}

function HandSlider({ side, shapeFor, ...slider }: HandSliderProps) {
  return (
    <PoseSlider
      {...slider}
      preview={(studio, pose, value) => previewHand(studio, pose, side, shapeFor(value))}
      commit={(studio, pose, value) => commitHand(studio, pose, side, shapeFor(value))}
    />
  );
}
