import { ikOf, selectedLimbs, setIk } from '../../state/posing/limb-ik.ts';
import { namedTogether } from '../../state/part-of-selection.ts';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** How much the selected arms and legs keep their hands and feet in place: forward and inverse kinematics, blended. */
export function LimbSection() {
  const { studio } = useServices();
  const name = useStudio((state) => namedTogether(selectedLimbs(state)));
  const ik = useStudio((state) => {
    const [limb] = selectedLimbs(state);
    return limb === undefined ? 1 : ikOf(state, limb);
  });
  return (
    <Section title={name} note={ik === 0 ? 'rotated by rings' : 'pulled by its handles'}>
      <RangeSlider
        label="FK to IK"
        hint="0 % is FK: rings rotate the joints. 100 % is IK: hand or foot is pulled, and stays where it is pinned."
        value={ik}
        min={0}
        max={1}
        step={0.01}
        onCommit={(value) => setIk(studio, selectedLimbs(studio.getState()), value)}
      />
    </Section>
  );
}
