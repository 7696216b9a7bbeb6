import { changeSolver } from '../../state/posing/solver-settings.ts';
import { Section } from '../inspector/section.tsx';
import { LengthInput } from '../widgets/length-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** How exact a pull is, and how much it may cost. */
export function Precision() {
  const { studio } = useServices();
  const solver = useStudio((state) => state.document?.history.present.solver ?? null);
  if (!solver) return <p className="empty">No character is open.</p>;
  return (
    <div className="precision">
      <Section title="How exact a pull is">
        <LengthInput
          label="Tolerance"
          hint="How near to the pointer a handle must come to count as reached"
          value={solver.tolerance}
          min={1e-5}
          max={0.1}
          finest={1e-5}
          onCommit={(tolerance) => changeSolver(studio, 'tolerance', tolerance)}
        />
        <NumberInput
          label="Iterations"
          hint="Sweeps over the joints that one start may take"
          value={solver.maxIterations}
          min={1}
          max={1000}
          decimals={0}
          onCommit={(count) => changeSolver(studio, 'maxIterations', count)}
        />
        <NumberInput
          label="Restarts"
          hint="Random starts that are tried when the present pose does not lead there"
          value={solver.restarts}
          min={0}
          max={100}
          decimals={0}
          onCommit={(count) => changeSolver(studio, 'restarts', count)}
        />
      </Section>
    </div>
  );
}
