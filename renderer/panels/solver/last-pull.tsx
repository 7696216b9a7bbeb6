import { handleKind } from '../../../core/humanoid/body/handles.ts';
import { Activity } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Retraced, TracedMove } from '../../../core/humanoid/pulling/puller.ts';
import type { PullMove } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { VisitingOrder } from '../../../core/ik/request/orders.ts';
import { endReplay, lastMove, retrace } from '../../state/posing/solve-trace.ts';
import { orderLabel, ORDER_OPTIONS } from '../../state/posing/solver-settings.ts';
import { TextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { describeRetraced, RETRACED_OPTIONS } from './pull-words.ts';
import { ResidualPlot } from './residual-plot.tsx';
import { StepReplay } from './step-replay.tsx';
import { useReplay } from './use-replay.ts';

type Side = 'first' | 'second';

/** Solves the last pull again in two orders, plots what was left after each iteration side by side, and steps through either joint by joint. */
export function LastPull() {
  const { studio } = useServices();
  const latest = useStudio(lastMove);
  const rig = useStudio((state) => state.document?.rig ?? null);
  const [asked, setAsked] = useState<PullMove | null>(null);
  const [from, setFrom] = useState<Retraced>('lastMove');
  const [orders, setOrders] = useState<Readonly<Partial<Record<Side, VisitingOrder>>>>({});
  const [side, setSide] = useState<Side>('first');
  // A pull of another character, or of limits that have changed since, is of no use any more.
  const move = asked?.rig === rig ? asked : null;
  const first = orders.first ?? (move ?? latest)?.order ?? 'smartBounce';
  const second = orders.second ?? (first === 'backward' ? 'smartBounce' : 'backward');
  const solves = useMemo(
    () => move && { first: retrace(move, first, from), second: retrace(move, second, from) },
    [move, first, second, from],
  );
  const afterReplay = (then: () => void) => {
    endReplay(studio);
    then();
  };
  return (
    <div className="last-pull">
      <div className="solver-controls">
        <Choice
          label="Solve"
          hint="What is solved again: the last move of the drag, or the whole pull from the grab at once"
          value={from}
          options={RETRACED_OPTIONS}
          onChange={(next) => afterReplay(() => setFrom(next))}
        />
        <Choice
          label="Order"
          hint="The order to look at; at first the one that was pulled with"
          value={first}
          options={ORDER_OPTIONS}
          onChange={(next) => afterReplay(() => setOrders({ ...orders, first: next }))}
        />
        <Choice
          label="Beside"
          hint="The order to compare it with"
          value={second}
          options={ORDER_OPTIONS}
          onChange={(next) => afterReplay(() => setOrders({ ...orders, second: next }))}
        />
        <TextButton
          icon={Activity}
          text="Solve the last pull again"
          hint="Solve it in both orders and record every joint update"
          className={latest !== null && latest !== move ? 'wide primary' : 'wide'}
          disabledBecause={latest === null ? 'Pull a handle first.' : null}
          onPress={() => afterReplay(() => setAsked(latest))}
        />
        {solves && <ComparisonTable first={solves.first} second={solves.second} />}
      </div>
      {move && solves ? (
        <PlotAndReplay move={move} solves={solves} from={from} side={side} onSide={(next) => afterReplay(() => setSide(next))} />
      ) : (
        <NothingSolved hasPull={latest !== null} />
      )}
    </div>
  );
}

interface PlotAndReplayProps {
  readonly move: PullMove;
  readonly solves: Readonly<Record<Side, TracedMove>>;
  readonly from: Retraced;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** What both solves left after each iteration, with a mark at the step that the viewport shows of one of them. */
function PlotAndReplay({ move, solves, from, side, onSide }: PlotAndReplayProps) {
  const replay = useReplay(solves[side]);
  return (
    <>
      <ResidualPlot
        first={solves.first}
        second={solves.second}
        marked={replay.iteration === null ? null : { iteration: replay.iteration, side }}
        onPick={replay.showIteration}
      />
      <div className="solver-controls">
        <Choice
          label="Replay"
          hint="Which of the two solves the viewport steps through"
          value={side}
          options={[
            { value: 'first', label: orderLabel(solves.first.move.order) },
            { value: 'second', label: `${orderLabel(solves.second.move.order)} (beside)` },
          ]}
          onChange={onSide}
        />
        <StepReplay replay={replay} />
        <p className="hint">{describeRetraced(move, from, solves[side].move.order)}</p>
        {(move.limb === null || handleKind(move.handle) === 'pole') && (
          <p className="hint">The order matters for hands and feet only: this handle is solved alike in all of them.</p>
        )}
      </div>
    </>
  );
}

/** What to do first. */
function NothingSolved({ hasPull }: { hasPull: boolean }) {
  return (
    <div className="empty nothing-solved">
      <p>
        {hasPull
          ? 'Press “Solve the last pull again” to see how the solver got there.'
          : 'Drag a hand, a foot or the hips in the viewport, then come back and solve that pull again.'}
      </p>
      <p>
        The distance that is left after each iteration is plotted here for two orders. Every rotation of a joint can be replayed.
      </p>
    </div>
  );
}
