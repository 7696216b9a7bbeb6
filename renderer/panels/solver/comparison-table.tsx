import type { TracedMove } from '../../../core/humanoid/pulling/posing.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { jointsMoved } from '../../state/solve-trace.ts';
import { orderLabel } from '../../state/solver-settings.ts';

interface Row {
  readonly label: string;
  tell(solve: TracedMove): string;
}

const ENDS: Readonly<Record<Outcome['status'], string>> = { reached: 'Reached', stalled: 'Stalled', limit: 'Ran out' };

const ROWS: readonly Row[] = [
  { label: 'End', tell: ({ outcome }) => ENDS[outcome.status] },
  { label: 'Left', tell: ({ outcome }) => leftOver(outcome) },
  { label: 'Iterations', tell: ({ outcome }) => String(outcome.iterations) },
  { label: 'Updates', tell: ({ trace }) => String(trace.steps.length) },
  { label: 'Joints moved', tell: (solve) => String(jointsMoved(solve)) },
];

/** Two solves of the same pull, number by number. */
export function ComparisonTable({ first, second }: { first: TracedMove; second: TracedMove }) {
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
  const number = millimetres < 0.01 ? '< 0.01' : millimetres < 10 ? millimetres.toFixed(2) : String(Math.round(millimetres));
  const length = `${number} mm`;
  const degrees = toDegrees(angle);
  return degrees < 0.05 ? length : `${length}, ${degrees.toFixed(1)}°`;
}
