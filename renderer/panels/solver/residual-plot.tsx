import { handleKind } from '../../../core/humanoid/body/handles.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { TracedMove } from '../../../core/humanoid/pulling/puller.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import { fineUnit, metresOf, unitName, unitSign } from '../../state/window/units.ts';
import { useStudio } from '../window-context.tsx';

/** Metres below which the plot does not go. */
const LEAST = 1e-6;

/** Iterations between two marks. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** The iteration that a replayed step belongs to, of one of the two solves. */
export interface MarkedIteration {
  /** 0, 1, … */
  readonly iteration: number;
  readonly side: 'first' | 'second';
}

interface ResidualPlotProps {
  readonly first: TracedMove;
  readonly second: TracedMove;
  readonly marked: MarkedIteration | null;
  /** Called with the number of the iteration that was clicked. */
  readonly onPick: (iteration: number) => void;
}

/** What was left after each iteration, on a logarithmic scale, for two solves; a line follows the replayed step. */
export function ResidualPlot({ first, second, marked, onPick }: ResidualPlotProps) {
  const unit = useStudio((state) => fineUnit(state.session.settings.lengths));
  const holder = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  const mark = useRef<(to: MarkedIteration | null) => void>(() => {});
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const plot = new uPlot(options(element, unit), series(first, second, unit), element);
    mark.current = markIterations(plot);
    plot.over.addEventListener('click', ({ clientX }) => {
      const along = clientX - plot.over.getBoundingClientRect().left;
      pick.current(Math.max(0, Math.round(plot.posToVal(along, 'x')) - 1));
    });
    const observer = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
      mark.current = () => {};
    };
  }, [first, second, unit]);
  useEffect(() => mark.current(marked));
  return (
    <figure className="residual-plot">
      <figcaption className="hint">
        Left to the target after each iteration{toleranceOf(first) !== null && '; dashed: the tolerance'}
      </figcaption>
      <div
        ref={holder}
        role="img"
        aria-label={`${unitName(unit)} left after each iteration`}
        title="Click an iteration to see the body at its end. Keyboard: the slider Step"
      />
    </figure>
  );
}

/** Puts a line over the plot, which keeps its place when the plot is drawn anew; gives what moves or hides it. */
function markIterations(plot: uPlot): (to: MarkedIteration | null) => void {
  const line = document.createElement('div');
  line.setAttribute('aria-hidden', 'true');
  plot.over.append(line);
  let shown: MarkedIteration | null = null;
  const place = (): void => {
    line.hidden = shown === null;
    if (!shown) return;
    line.className = `replay-line ${shown.side}`;
    line.style.left = `${plot.valToPos(shown.iteration + 1, 'x')}px`;
  };
  (plot.hooks.draw ??= []).push(place);
  return (to) => {
    shown = to;
    place();
  };
}

function series(first: TracedMove, second: TracedMove, unit: LengthUnit): uPlot.AlignedData {
  const one = metresOf(unit);
  const left = [first, second].map(({ trace }) => trace.iterations.map(({ distance }) => Math.max(LEAST, distance) / one));
  const length = Math.max(2, ...left.map((values) => values.length));
  const tolerance = toleranceOf(first);
  const padded = left.map((values) => Array.from({ length }, (_, i) => values[i] ?? null));
  const allowed = Array.from({ length }, () => tolerance && tolerance / one);
  return [Array.from({ length }, (_, i) => i + 1), allowed, padded[0] ?? [], padded[1] ?? []];
}

/** Metres within which the pulled handle counts as reached; null where its goal is a direction. */
function toleranceOf({ move }: TracedMove): number | null {
  return handleKind(move.handle) === 'pole' ? null : move.settings.tolerance;
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(120, element.clientWidth), height: Math.max(80, element.clientHeight) };
}

function options(element: HTMLElement, unit: LengthUnit): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const grid = { stroke: colour('--line'), width: 1 };
  const axis = { stroke: colour('--text-faint'), grid, ticks: grid, font: `11px ${style.fontFamily}` };
  return {
    ...sizeOf(element),
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { distr: 3 } },
    axes: [
      { ...axis, size: 24, incrs: WHOLE_STEPS },
      {
        ...axis,
        size: 74,
        filter: powersOfTen,
        grid: { ...grid, filter: powersOfTen },
        ticks: { ...grid, filter: powersOfTen },
        values: (_, marks) => marks.map((mark) => (mark === null ? '' : `${Number(mark.toPrecision(1))} ${unitSign(unit)}`)),
      },
    ],
    series: [
      {},
      { stroke: colour('--text-faint'), width: 1, dash: [4, 4], points: { show: false } },
      // Wider than what is drawn over it: where the two orders go alike, both are seen.
      { stroke: colour('--accent'), width: 4, points: { size: 9, fill: colour('--accent') } },
      { stroke: colour('--middle'), width: 2, points: { size: 5, fill: colour('--middle') } },
    ],
  };
}

function powersOfTen(_: uPlot, marks: readonly number[]): (number | null)[] {
  return marks.map((mark) => (isPowerOfTen(mark) ? mark : null));
}

function isPowerOfTen(value: number): boolean {
  return value > 0 && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
}
