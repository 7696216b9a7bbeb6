import { hasGround } from '../../state/props/on-things.ts';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useStudio } from '../window-context.tsx';

interface WalkSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether what is retargeted walks over the ground of the scene; nothing where that is level. */
export function WalkSwitch(props: WalkSwitchProps) {
  if (!useStudio(hasGround)) return null;
  return (
    <SwitchBox
      label="Walk over the ground"
      hint="On the timeline, feet stand on the props of this scene that are ground"
      {...props}
    />
  );
}

/** What the switch does, in a sentence, as nothing of it is to be seen before. */
export function WalkNote({ isOn }: Pick<WalkSwitchProps, 'isOn'>) {
  if (!useStudio(hasGround) || !isOn) return null;
  return <p className="soft">Here all walk on a level floor. On the timeline their feet step on the ground of this scene.</p>;
}
