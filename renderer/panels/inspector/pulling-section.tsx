import { MOST_SOFT_REACH } from '../../../core/humanoid/limbs/soft-reach.ts';
import { changeSolver, ORDER_OPTIONS } from '../../state/posing/solver-settings.ts';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { FollowLibrary } from '../library/follow-library.tsx';
import { Section } from './section.tsx';

/** How the body follows a pulled handle. */
export function PullingSection() {
  const { studio } = useServices();
  const solver = useStudio((state) => state.document?.history.present.solver ?? null);
  if (!solver) return <p className="empty">No character is open.</p>;
  return (
    <Section title="How the body follows">
      <Choice
        label="Order"
        hint="Who follows a pulled hand or foot, and in which order the joints are rotated"
        value={solver.order}
        options={ORDER_OPTIONS}
        onChange={(order) => changeSolver(studio, 'order', order)}
      />
      <p className="hint">{ORDER_OPTIONS.find(({ value }) => value === solver.order)?.hint}</p>
      <RangeSlider
        label="Hips follow"
        hint="How readily the hips move when a limb alone cannot reach: 0 % keeps them where they are."
        value={1 - solver.rootStiffness}
        min={0}
        max={1}
        step={0.01}
        onCommit={(value) => changeSolver(studio, 'rootStiffness', 1 - value)}
      />
      <RangeSlider
        label="Soft reach"
        hint="How much of a limb’s length is used last: it straightens slowly, and the body leans in first. 0 % straightens at once."
        value={solver.softReach}
        min={0}
        max={MOST_SOFT_REACH}
        step={0.01}
        onCommit={(value) => changeSolver(studio, 'softReach', value)}
      />
      <FollowLibrary />
      <RangeSlider
        label="Keep balance"
        hint="How far the hips go back for far hands and head, and over one foot while the other is lifted"
        value={solver.weight}
        min={0}
        max={1}
        step={0.01}
        onCommit={(value) => changeSolver(studio, 'weight', value)}
      />
    </Section>
  );
}
