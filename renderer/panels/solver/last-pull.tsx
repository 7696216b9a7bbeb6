import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { VisitingOrder } from '../../../core/ik/orders.ts';
import { inWords } from '../../state/joint-labels.ts';
import { setPreview } from '../../state/editing.ts';
import { lastPull, traceSolve, type TracedSolve } from '../../state/solve-trace.ts';
import { orderLabel, ORDER_OPTIONS } from '../inspector/orders.ts';
import { TextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { ResidualPlot } from './residual-plot.tsx';
import { StepReplay } from './step-replay.tsx';

interface Comparison {
  readonly handle: string;
  readonly first: TracedSolve;
  readonly second: TracedSolve;
}

type Side = 'first' | 'second';

/** Solves the last pull again in two orders, plots what was left after each sweep side by side, and steps through either joint by joint. */
export function LastPull() {
  const { studio } = useServices();
  const hasPull = useStudio((state) => lastPull(state) !== null);
  const [first, setFirst] = useState<VisitingOrder>('smartBounce');
  const [second, setSecond] = useState<VisitingOrder>('backward');
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [side, setSide] = useState<Side>('first');
  const stopReplay = () => {
    if (studio.getState().transient.preview?.cause === 'replay') setPreview(studio, null);
  };
  const compare = () => {
    const { document } = studio.getState();
    const pull = lastPull(studio.getState());
    if (!document || !pull) return;
    stopReplay();
    setComparison({
      handle: inWords(pull.handle),
      first: traceSolve(document, pull, first),
      second: traceSolve(document, pull, second),
    });
  };
  return (
    <div className="last-pull">
      <div className="solver-controls">
        <Choice label="Order" hint="The order to look at" value={first} options={ORDER_OPTIONS} onChange={setFirst} />
        <Choice label="Beside" hint="The order to compare it with" value={second} options={ORDER_OPTIONS} onChange={setSecond} />
        <TextButton
          icon={Activity}
          text="Solve the last pull again"
          hint="Solve it in both orders and record every joint update"
          className="wide"
          isDisabled={!hasPull}
          onPress={compare}
        />
        {!hasPull && !comparison && <p className="hint">Pull a handle first, then see here how it was solved.</p>}
        {comparison && <ComparisonTable first={comparison.first} second={comparison.second} />}
      </div>
      {comparison ? (
        <>
          <ResidualPlot first={comparison.first} second={comparison.second} />
          <div className="solver-controls">
            <Choice
              label="Replay"
              hint="Which of the two solves the viewport steps through"
              value={side}
              options={[
                { value: 'first', label: orderLabel(comparison.first.order) },
                { value: 'second', label: orderLabel(comparison.second.order) },
              ]}
              onChange={(next) => {
                stopReplay();
                setSide(next);
              }}
            />
            <StepReplay solve={comparison[side]} />
            <p className="hint">{comparison.handle}: as pulled, solved anew from where it was grabbed.</p>
          </div>
        </>
      ) : (
        <p className="empty">
          What is left to the target after each sweep of the solver is plotted here, for two orders side by side.
        </p>
      )}
    </div>
  );
}
