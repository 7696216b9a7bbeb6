import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { keysWithin, type ChosenKey } from '../../../core/animation/chosen-keys.ts';
import { clamp } from '../../../core/math/angles.ts';
import { carryChosenKeys, chooseKeys, chosenKeys } from '../../state/keys/chosen-keys.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { framesDragged } from '../../state/timeline/snapping.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { ChosenRange } from './chosen-range.tsx';
import type { KeyDrag } from './key-drag.ts';
import { KeyRow, type Row } from './key-row.tsx';
import { timeAt, type TimeSpan } from './scale.ts';

interface KeyRowsProps {
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly rows: readonly Row[];
}

/** Pixels that a press may stray and still be a click. */
const SLACK = 3;

/** A press on a key, until it is released. */
interface Press {
  readonly row: Row;
  readonly time: number;
  readonly x: number;
  /** What it does to what is chosen where it does not become a drag. */
  readonly click: 'select' | 'add' | 'takeAway';
  isCancelled: boolean;
}

/** A box that is being drawn, pixels from the corner of the rows. */
interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x: number;
  readonly y: number;
  readonly adds: boolean;
}

/**
 * The lines of keys. A click chooses a key and goes there, Ctrl adds or takes away, Shift chooses up to it, a box what is in it; dragging moves what is
 * chosen, with Ctrl a copy of it; the right button opens the menu of keys.
 */
export function KeyRows({ clip, span, width, rows }: KeyRowsProps) {
  const { studio } = useServices();
  const chosen = useStudio(chosenKeys);
  const area = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const anchor = useRef<{ row: string; time: number } | null>(null);
  const [drag, setDrag] = useState<KeyDrag | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const openMenu = useContextMenu('keys');
  const times = useMemo(() => rows.map(({ joints }) => timesOf(chosen, joints)), [rows, chosen]);
  const keysOf = (row: Row, from: number, to = from) => keysWithin(clip, from, to, row.joints ?? undefined);

  const onPress = (event: React.PointerEvent<HTMLButtonElement>, row: Row, time: number) => {
    const isChosen = times[rows.indexOf(row)]?.has(time) ?? false;
    if (event.button === 2 && !isChosen) chooseKeys(studio, keysOf(row, time));
    if (event.button !== 0) return;
    event.stopPropagation();
    const here = keysOf(row, time);
    if (event.shiftKey && anchor.current?.row === row.name) {
      const from = anchor.current.time;
      chooseKeys(studio, union(chosen, keysOf(row, Math.min(from, time), Math.max(from, time))));
      return;
    }
    anchor.current = { row: row.name, time };
    const adds = event.ctrlKey || event.metaKey;
    if (event.shiftKey) return chooseKeys(studio, isChosen ? without(chosen, here) : union(chosen, here));
    if (!isChosen) chooseKeys(studio, adds ? union(chosen, here) : here);
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { row, time, x: event.clientX, click: !adds ? 'select' : isChosen ? 'takeAway' : 'add', isCancelled: false };
  };

  const framesMoved = (event: React.PointerEvent, { time, x }: Press) => {
    const pixelsPerSecond = Math.max(1, width) / span.length;
    const by = (event.clientX - x) / pixelsPerSecond;
    const frame = frameAt(clip, time);
    return clamp(frame + framesDragged(clip, [time], by, { pixelsPerSecond, isFree: event.altKey }), 0, lastFrame(clip)) - frame;
  };

  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !area.current) return;
    const { left, top } = area.current.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    event.currentTarget.setPointerCapture(event.pointerId);
    setBox({ x0: x, y0: y, x, y, adds: event.ctrlKey || event.metaKey || event.shiftKey });
  };

  const onPointerMove = (event: React.PointerEvent<HTMLDivElement>) => {
    const pressed = press.current;
    if (pressed) {
      if ((event.buttons & 2) !== 0) pressed.isCancelled = true;
      const isFar = drag !== null || Math.abs(event.clientX - pressed.x) >= SLACK;
      if (pressed.isCancelled) setDrag(null);
      else if (isFar)
        setDrag({
          kind: 'move',
          from: pressed.time,
          frames: framesMoved(event, pressed),
          copies: event.ctrlKey || event.metaKey,
        });
      return;
    }
    if (!box || !area.current) return;
    const { left, top } = area.current.getBoundingClientRect();
    setBox({ ...box, x: event.clientX - left, y: event.clientY - top });
  };

  const onPointerUp = (event: React.PointerEvent<HTMLDivElement>) => {
    const pressed = press.current;
    press.current = null;
    setDrag(null);
    if (pressed && !pressed.isCancelled) {
      const from = frameAt(clip, pressed.time);
      if (drag?.kind === 'move' && drag.frames !== 0) {
        carryChosenKeys(studio, drag.copies ? 'copy' : 'move', from, from + drag.frames);
      } else if (!drag && pressed.click === 'takeAway') {
        chooseKeys(studio, without(chosen, keysOf(pressed.row, pressed.time)));
      } else if (!drag && pressed.click === 'select') {
        chooseKeys(studio, keysOf(pressed.row, pressed.time));
        showFrame(studio, from);
      }
      return;
    }
    if (!box || !area.current) return;
    setBox(null);
    chooseKeys(studio, union(box.adds ? chosen : [], keysInBox(area.current, box)));
    event.currentTarget.releasePointerCapture(event.pointerId);
  };

  const keysInBox = (element: HTMLElement, { x0, y0, x, y }: Box): readonly ChosenKey[] => {
    if (Math.abs(x - x0) < SLACK && Math.abs(y - y0) < SLACK) return [];
    const { top } = element.getBoundingClientRect();
    const [from, to] = [Math.min(x0, x), Math.max(x0, x)].map((at) => timeAt(span, at / Math.max(1, width)));
    return [...element.querySelectorAll('.key-row')].flatMap((line, i) => {
      const place = line.getBoundingClientRect();
      const isMet = place.bottom - top > Math.min(y0, y) && place.top - top < Math.max(y0, y);
      return isMet ? keysOf(rows[i]!, from!, to) : [];
    });
  };

  // Rows of hundreds of keys are not drawn anew for a function that does the same.
  const latest = useRef(onPress);
  useLayoutEffect(() => {
    latest.current = onPress;
  });
  const presses = useMemo(
    () => rows.map((row) => (event: React.PointerEvent<HTMLButtonElement>, time: number) => latest.current(event, row, time)),
    [rows],
  );

  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // A key that was deleted takes the focus with it: the timeline keeps it.
    if (hadFocus.current && area.current?.ownerDocument.activeElement === area.current?.ownerDocument.body) area.current?.focus();
  });
  return (
    <div
      ref={area}
      role="toolbar"
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = event.relatedTarget === null;
      }}
      aria-label="Keys"
      className="key-rows"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        press.current = null;
        setDrag(null);
        setBox(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !press.current) return;
        press.current.isCancelled = true;
        setDrag(null);
      }}
      onContextMenu={(event) => {
        // A finger that is held still on a key means its menu, not a drag.
        if (drag) return event.preventDefault();
        press.current = null;
        setBox(null);
        return openMenu(event);
      }}
    >
      {rows.map((row, i) => (
        <KeyRow
          key={row.name}
          clip={clip}
          span={span}
          width={width}
          row={row}
          chosen={times[i]!}
          drag={drag}
          onPress={presses[i]!}
        />
      ))}
      <ChosenRange clip={clip} span={span} width={width} chosen={chosen} drag={drag} setDrag={setDrag} />
      {box && (
        <div
          className="key-box"
          aria-hidden
          style={{
            left: Math.min(box.x0, box.x),
            top: Math.min(box.y0, box.y),
            width: Math.abs(box.x - box.x0),
            height: Math.abs(box.y - box.y0),
          }}
        />
      )}
    </div>
  );
}

function timesOf(chosen: readonly ChosenKey[], joints: readonly number[] | null): ReadonlySet<number> {
  const wanted = joints && new Set(joints);
  return new Set(chosen.filter(({ joint }) => !wanted || wanted.has(joint)).map(({ time }) => time));
}

function nameOf({ joint, time }: ChosenKey): string {
  return `${joint} ${time}`;
}

function union(a: readonly ChosenKey[], b: readonly ChosenKey[]): readonly ChosenKey[] {
  return [...new Map([...a, ...b].map((key) => [nameOf(key), key])).values()];
}

function without(a: readonly ChosenKey[], b: readonly ChosenKey[]): readonly ChosenKey[] {
  const gone = new Set(b.map(nameOf));
  return a.filter((key) => !gone.has(nameOf(key)));
}
