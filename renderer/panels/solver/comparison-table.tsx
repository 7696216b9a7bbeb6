import { toDegrees } from '../../../core/math/angles.ts';
import type { Outcome } from '../../../core/ik/outcome.ts';
import { jointsMoved, type TracedSolve } from '../../state/solve-trace.ts';
import { orderLabel } from '../inspector/orders.ts';

interface Row {
  readonly label: string;
  tell(solve: TracedSolve): string;
}

const ENDS: Readonly<Record<Outcome['status'], string>> = { reached: 'Reached', stalled: 'Stalled', limit: 'Ran out' };

const ROWS: readonly Row[] = [
  { label: 'End', tell: ({ outcome }) => ENDS[outcome.status] },
  { label: 'Left', tell: ({ outcome }) => leftOver(outcome) },
  { label: 'Sweeps', tell: ({ outcome }) => String(outcome.iterations) },
  { label: 'Updates', tell: ({ trace }) => String(trace.steps.length) },
  { label: 'Joints moved', tell: (solve) => String(jointsMoved(solve)) },
];

/** Two solves of the same pull, number by number. */
export function ComparisonTable({ first, second }: { first: TracedSolve; second: TracedSolve }) {
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
            {orderLabel(first.order)}
          </th>
          <th scope="col">
            <span className="series-mark second" aria-hidden />
            {orderLabel(second.order)}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ label, tell }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{tell(first)}</td>
            <td>{tell(second)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function leftOver({ distance, angle }: Outcome): string {
  const millimetres = 1000 * distance;
  const length = `${millimetres < 10 ? millimetres.toFixed(2) : Math.round(millimetres)} mm`;
  const degrees = toDegrees(angle);
  return degrees < 0.05 ? length : `${length}, ${degrees.toFixed(1)}°`;
}
