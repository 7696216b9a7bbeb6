import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { planarPoints, planarReach, type PlanarPoint } from '../../../../core/planar/planar.ts';
import type { LengthUnit } from '../../../../electron/contract.ts';
import { PLANE_EDGE, type Playground } from './playground.ts';
import { showLength } from '../../../state/window/units.ts';

interface PlaneDrawingProps {
  readonly playground: Playground;
  /** In which the target's place is told. */
  readonly unit: LengthUnit;
  readonly onTarget: (to: PlanarPoint) => void;
}

/** Metres by which an arrow key moves the target, with Shift and without. */
const FAR_STEP = 0.1;
const NEAR_STEP = 0.02;
const ARROWS: Readonly<Record<string, PlanarPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
/** Metres around the edge that are drawn as well. */
const MARGIN = 0.05;

/** The chain in the plane, y up; its target is dragged, placed by a click, or moved with the arrow keys. */
export function PlaneDrawing({ playground, unit, onTarget }: PlaneDrawingProps) {
  const picture = useRef<SVGSVGElement>(null);
  const { solve } = playground;
  const { target } = solve;
  const place = (event: PointerEvent) => {
    const matrix = picture.current?.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onTarget({ x: at.x, y: -at.y });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? FAR_STEP : NEAR_STEP;
    onTarget({ x: target.x + step * arrow.x, y: target.y + step * arrow.y });
  };
  const width = PLANE_EDGE.x + MARGIN;
  const height = PLANE_EDGE.y + MARGIN;
  return (
    <svg
      ref={picture}
      className="plane-drawing"
      viewBox={`${-width} ${-height} ${2 * width} ${2 * height}`}
      role="group"
      aria-label="Chain in the plane"
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        place(event);
      }}
      onPointerMove={(event) => {
        // A second finger is captured as well, and moves nothing.
        if (event.isPrimary && event.currentTarget.hasPointerCapture(event.pointerId)) place(event);
      }}
    >
      <Backdrop playground={playground} />
      <Chain className="plane-ghost" points={planarPoints(playground.start)} />
      <LastTurn playground={playground} />
      <Chain
        className="plane-chain"
        points={planarPoints(solve.bones)}
        next={solve.status === 'processing' ? solve.next : null}
      />
      <g
        className="plane-target"
        role="slider"
        tabIndex={0}
        aria-label="Target"
        aria-roledescription="target in the plane"
        aria-valuenow={Math.round(100 * target.x)}
        aria-valuemin={-100 * PLANE_EDGE.x}
        aria-valuemax={100 * PLANE_EDGE.x}
        aria-valuetext={targetWords(target, unit)}
        onKeyDown={onKeyDown}
        transform={`translate(${target.x} ${-target.y})`}
      >
        <title>Target: drag it, or move it with the arrow keys (Shift: further)</title>
        <circle className="plane-target-ground" r={0.075} />
        <circle className="plane-target-ring" r={0.045} />
        <path className="plane-target-cross" d="M -0.075 0 H -0.02 M 0.02 0 H 0.075 M 0 -0.075 V -0.02 M 0 0.02 V 0.075" />
      </g>
    </svg>
  );
}

/** "12 cm left, 30 cm up": where the target is from the root. */
function targetWords({ x, y }: PlanarPoint, unit: LengthUnit): string {
  const along = `${showLength(unit, Math.abs(x))} ${x < 0 ? 'left' : 'right'}`;
  return `${along}, ${showLength(unit, Math.abs(y))} ${y < 0 ? 'down' : 'up'}`;
}

/** The axes and the ring in which the chain's end can be. */
function Backdrop({ playground }: { playground: Playground }) {
  const [least, greatest] = planarReach(playground.solve.bones);
  return (
    <g aria-hidden>
      <path className="plane-axis" d="M -9 0 H 9 M 0 -9 V 9" />
      <circle className="plane-reach" r={greatest} />
      {least > 0 && <circle className="plane-reach" r={least} />}
    </g>
  );
}

interface ChainProps {
  readonly className: string;
  readonly points: readonly PlanarPoint[];
  /** The joint that turns next gets a ring. */
  readonly next?: number | null;
}

function Chain({ className, points, next = null }: ChainProps) {
  const joints = points.slice(0, -1);
  const end = points.at(-1)!;
  return (
    <g className={className} aria-hidden>
      {joints.map((joint, bone) => (
        <path key={bone} className="plane-bone" d={boneShape(joint, points[bone + 1]!)} />
      ))}
      {joints.map(({ x, y }, bone) => (
        <g key={bone} transform={`translate(${x} ${-y})`}>
          {bone === next && <circle className="plane-next" r={0.055} />}
          <circle className={bone === 0 ? 'plane-joint root' : 'plane-joint'} r={0.034} />
        </g>
      ))}
      <circle className="plane-end" cx={end.x} cy={-end.y} r={0.026} />
    </g>
  );
}

/** A bone as the viewport draws it: widest a little behind its joint. */
function boneShape(from: PlanarPoint, to: PlanarPoint): string {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const length = Math.hypot(along.x, along.y) || 1;
  const half = Math.min(0.055, 0.2 * length) / length;
  const wide = { x: from.x + 0.18 * along.x, y: from.y + 0.18 * along.y };
  const side = { x: -half * along.y, y: half * along.x };
  const corners = [from, { x: wide.x + side.x, y: wide.y + side.y }, to, { x: wide.x - side.x, y: wide.y - side.y }];
  return `M ${corners.map(({ x, y }) => `${x} ${-y}`).join(' L ')} Z`;
}

/** What the last joint update did: the way of the end around the joint, and the line on which it is nearest to the target. */
function LastTurn({ playground: { solve } }: { playground: Playground }) {
  const { turn, bones, target } = solve;
  if (!turn) return null;
  const points = planarPoints(bones);
  const joint = points[turn.bone]!;
  const end = points.at(-1)!;
  const angle = turn.angle ?? 0;
  const reach = Math.hypot(end.x - joint.x, end.y - joint.y);
  const now = Math.atan2(end.y - joint.y, end.x - joint.x);
  const before = { x: joint.x + reach * Math.cos(now - angle), y: joint.y + reach * Math.sin(now - angle) };
  // Seen from above with y down, a turn to the left goes against the sweep flag.
  const arc = `M ${before.x} ${-before.y} A ${reach} ${reach} 0 0 ${angle > 0 ? 0 : 1} ${end.x} ${-end.y}`;
  return (
    <g aria-hidden>
      <path className="plane-line" d={`M ${joint.x} ${-joint.y} L ${target.x} ${-target.y}`} />
      {Math.abs(angle) > 1e-3 && <path className="plane-arc" d={arc} />}
      <circle className="plane-turned" cx={joint.x} cy={-joint.y} r={0.06} />
    </g>
  );
}
