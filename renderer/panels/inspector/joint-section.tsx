import { RotateCcw } from 'lucide-react';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { jointKeyStateOf } from '../../state/keys/key-state.ts';
import { setJointAngle, setJointStiffness } from '../../state/posing/joints.ts';
import { selectedJoints } from '../../state/selection.ts';
import { shownPose } from '../../state/studio.ts';
import { CommandButton } from '../widgets/button.tsx';
import { KeyMark } from '../widgets/key-mark.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { axisWords, type AxisWords } from '../../state/rig/axis-words.ts';
import { jointAngles, type JointAngle } from '../../state/rig/joint-angles.ts';
import { Section } from './section.tsx';

/** The selected joint's rotation in degrees, held inside its limit, and its stiffness. */
export function JointSection({ joint }: { joint: number }) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const pose = useStudio(shownPose);
  const others = useStudio((state) => selectedJoints(state).length - 1);
  const keyState = useStudio((state) => jointKeyStateOf(state, joint));
  const limit = rig?.skeleton.limits[joint];
  if (!rig || !pose || !limit) return null;
  const label = jointLabel(rig, joint);
  const ownName = rig.skeleton.names[joint] ?? '';
  const rotation = rotationOf(pose, joint);
  const words = axisWords(rig, joint);
  return (
    <Section
      title={label}
      mark={<KeyMark state={keyState} />}
      note={others > 0 ? `and ${others} more` : label === ownName ? '' : ownName}
      action={<CommandButton id="pose.resetJoint" icon={RotateCcw} className="head-action" />}
    >
      {jointAngles(limit, rotation).map((angle, index) => (
        <AngleInput
          key={angle.label}
          angle={angle}
          words={words?.[index] ?? null}
          onCommit={(radians) => setJointAngle(studio, joint, index, radians)}
        />
      ))}
      <RangeSlider
        label="Stiffness"
        hint="How much this joint resists rotation by a pull: 0 % rotates freely, 100 % stays"
        value={rig.skeleton.stiffness[joint] ?? 0}
        min={0}
        max={1}
        step={0.01}
        onCommit={(value) => setJointStiffness(studio, joint, value)}
      />
    </Section>
  );
}

interface AngleInputProps {
  readonly angle: JointAngle;
  readonly words: AxisWords | null;
  /** Called with radians about the joint's own axis. */
  readonly onCommit: (radians: number) => void;
}

/** One angle of a joint in degrees, called what it is and counted alike on both sides of the body. */
function AngleInput({ angle, words, onCommit }: AngleInputProps) {
  const sign = words?.sign ?? 1;
  const [min, max] = sign > 0 ? [angle.min, angle.max] : [-angle.max, -angle.min];
  return (
    <NumberInput
      label={words?.label ?? angle.label}
      value={toDegrees(sign * angle.value)}
      min={toDegrees(min)}
      max={toDegrees(max)}
      unit="°"
      onCommit={(degrees) => onCommit(sign * toRadians(degrees))}
    />
  );
}
