import type { TracedMove } from '../../../core/humanoid/pulling/puller.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { jointsMoved } from '../../state/posing/solve-trace.ts';
import { orderLabel } from '../../state/posing/solver-settings.ts';
import { showResidual } from '../../state/window/units.ts';
import { useStudio } from '../window-context.tsx';

interface Row {
  readonly label: string;
  tell(solve: TracedMove, unit: LengthUnit): string;
}

const ENDS: Readonly<Record<Outcome['status'], string>> = { reached: 'Reached', stalled: 'Stalled', limit: 'Ran out' };

const ROWS: readonly Row[] = [
  { label: 'End', tell: ({ outcome }) => ENDS[outcome.status] },
  { label: 'Left', tell: ({ outcome }, unit) => leftOver(outcome, unit) },
  { label: 'Iterations', tell: ({ outcome }) => String(outcome.iterations) },
  { label: 'Updates', tell: ({ trace }) => String(trace.steps.length) },
  { label: 'Joints moved', tell: (solve) => String(jointsMoved(solve)) },
];

/** Two solves of the same pull, number by number. */
export function ComparisonTable({ first, second }: { first: TracedMove; second: TracedMove }) {
  const unit = useStudio((state) => state.session.settings.lengths);
  return (
    <table className="comparison">
      <caption className="visually-hidden">The pull in two orders</caption>
      <thead>
        <tr>
          <th scope="col" className="comparison-corner">
            Order
          </th>
          <th scope="col">
            <span className="series-mark first" aria-hidden />
            {orderLabel(first.move.order)}
          </th>
          <th scope="col">
            <span className="series-mark second" aria-hidden />
            {orderLabel(second.move.order)}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ label, tell }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{tell(first, unit)}</td>
            <td>{tell(second, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Metres that are told apart. */
const FINEST = 1e-5;

function leftOver({ distance, angle }: Outcome, unit: LengthUnit): string {
  const length = showResidual(unit, distance, FINEST);
  const degrees = toDegrees(angle);
  return degrees < 0.05 ? length : `${length}, ${degrees.toFixed(1)}°`;
}
