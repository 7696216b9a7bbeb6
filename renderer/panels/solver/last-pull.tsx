import { Activity } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { VisitingOrder } from '../../../core/ik/orders.ts';
import { inWords } from '../../state/joint-labels.ts';
import { lastPull, traceSolve, type TracedSolve } from '../../state/solve-trace.ts';
import { orderLabel, ORDER_OPTIONS } from '../inspector/orders.ts';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { ResidualPlot } from './residual-plot.tsx';
import { StepReplay } from './step-replay.tsx';

interface Comparison {
  readonly handle: string;
  readonly first: TracedSolve;
  readonly second: TracedSolve;
}

/** Solves the last pull again in two orders, plots what was left after each sweep, and steps through the first joint by joint. */
export function LastPull() {
  const { studio } = useServices();
  const hasPull = useStudio((state) => lastPull(state) !== null);
  const [first, setFirst] = useState<VisitingOrder>('smartBounce');
  const [second, setSecond] = useState<VisitingOrder>('backward');
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const compare = () => {
    const { document } = studio.getState();
    const pull = lastPull(studio.getState());
    if (!document || !pull) return;
    setComparison({
      handle: inWords(pull.handle),
      first: traceSolve(document, pull, first),
      second: traceSolve(document, pull, second),
    });
  };
  return (
    <div className="last-pull">
      <div className="solver-controls">
        <Choice label="Order" value={first} options={ORDER_OPTIONS} onChange={setFirst} />
        <Choice label="Beside" value={second} options={ORDER_OPTIONS} onChange={setSecond} />
        <Button className="button wide" isDisabled={!hasPull} onPress={compare}>
          <Activity size={15} aria-hidden />
          Solve the last pull again
        </Button>
        {!hasPull && !comparison && <p className="hint">Pull a handle first, then see here how it was solved.</p>}
        {comparison && <Result solve={comparison.first} series="first" />}
        {comparison && <Result solve={comparison.second} series="second" />}
      </div>
      {comparison ? (
        <>
          <ResidualPlot first={comparison.first} second={comparison.second} />
          <StepReplay solve={comparison.first} />
        </>
      ) : (
        <p className="empty">
          What is left to the target after each sweep of the solver is plotted here, for two orders side by side.
        </p>
      )}
    </div>
  );
}

function Result({ solve, series }: { solve: TracedSolve; series: 'first' | 'second' }) {
  const { outcome, trace } = solve;
  const end = outcome.status === 'reached' ? '' : `, ${(1000 * outcome.distance).toFixed(1)} mm left`;
  return (
    <p className="solver-result">
      <span className={`series-mark ${series}`} aria-hidden />
      {orderLabel(solve.order)}: {outcome.iterations} sweeps, {trace.steps.length} steps{end}
    </p>
  );
}
