import { useMemo, useRef, useState } from 'react';
import type { ChosenKey } from '../../../../core/animation/chosen-keys.ts';
import { setChosenInterpolation } from '../../../../core/animation/chosen-keys.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { isSameTime, keysOf } from '../../../../core/animation/track-keys.ts';
import { chosenKeys } from '../../../state/keys/chosen-keys.ts';
import { frameAt, playedShownClip } from '../../../state/timeline/clips.ts';
import { carriedKeys, carryKeysOnCurve, goToCurveKey, previewCurveEdit, setHandles } from '../../../state/keys/curve-edits.ts';
import { sampleChannels, withHandleAt, type CurveChannel } from '../../../state/keys/curve-channels.ts';
import { useContextMenu } from '../../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../../window-context.tsx';
import { shareOf, timeAt, visibleTimes, type TimeSpan } from '../scale.ts';
import { CurveHandles, type ShownHandle } from './curve-handles.tsx';
import { CurveLines } from './curve-lines.tsx';
import { CurvePoint } from './curve-point.tsx';
import { downOf, rangeOf, sampleTimes, valueTicks, type ValueRange } from './curve-scale.ts';
import { useWording } from '../../widgets/use-wording.ts';

interface CurvesProps {
  readonly rig: Rig;
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly channels: readonly CurveChannel[];
  readonly colours: ReadonlyMap<CurveChannel, number>;
  /** Ids of channels that are not drawn. */
  readonly hidden: ReadonlySet<string>;
}

/** A point that is being dragged: a key on a channel, or a handle of a stretch. */
type Drag = { readonly x: number; readonly y: number; readonly range: ValueRange; readonly edited: Clip | null } & (
  | {
      readonly kind: 'key';
      readonly key: ChosenKey;
      readonly channel: CurveChannel;
      readonly frames: number;
      readonly by: number;
      readonly moved: readonly ChosenKey[];
    }
  | (ShownHandle & { readonly kind: 'handle' })
);

/** Pixels that a press may stray before it changes what it is on. */
const SLACK = 3;

/**
 * The angles of the selected joints over time, as they are played. A key is dragged up and down to turn its joint, left and right in time; the handles of a
 * chosen key shape the way to the next.
 */
export function Curves({ rig, clip, span, width, channels: all, colours, hidden }: CurvesProps) {
  const words = useWording();
  const { studio } = useServices();
  const area = useRef<HTMLDivElement>(null);
  const chosen = useStudio(chosenKeys);
  const played = useStudio(playedShownClip);
  const playFrame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const channels = useMemo(() => all.filter(({ id }) => !hidden.has(id)), [all, hidden]);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [edited, setEdited] = useState<Clip | null>(null);
  const openMenu = useContextMenu('keys');
  const shown = edited ?? played ?? clip;
  const keyed = drag?.edited ?? clip;
  const tracks = useMemo(() => new Map(keyed.tracks.map((track) => [track.joint, track])), [keyed]);
  const joints = useMemo(() => [...new Set(channels.map(({ joint }) => joint))], [channels]);
  const marked = drag?.kind === 'key' && drag.edited ? drag.moved : chosen;
  const isChosen = (key: ChosenKey) => marked.some(({ joint, time }) => joint === key.joint && isSameTime(time, key.time));
  const keyTimes = useMemo(
    () =>
      new Map(
        joints.map((joint) => [joint, visibleTimes(tracks.get(joint)?.times ?? [], span, width, new Set<number>())] as const),
      ),
    [joints, tracks, span, width],
  );
  const times = useMemo(
    () => sampleTimes(span, clip.duration, width, [...keyTimes.values()].flat()),
    [span, clip.duration, width, keyTimes],
  );
  const values = useMemo(() => sampleChannels(shown, channels, times), [shown, channels, times]);
  const fresh = useMemo(() => rangeOf([...values.values()].flat()), [values]);
  const range = drag?.range ?? fresh;

  const valueUnder = (event: React.PointerEvent, from: Drag) => {
    const box = area.current!.getBoundingClientRect();
    const time = timeAt(span, (event.clientX - box.left) / box.width);
    const value = from.range.high - ((event.clientY - box.top) / box.height) * (from.range.high - from.range.low);
    return { time, value, perPixel: (from.range.high - from.range.low) / box.height };
  };

  const press = (event: React.PointerEvent<HTMLElement>, begun: () => Drag) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.focus();
    area.current?.setPointerCapture(event.pointerId);
    setDrag(begun());
  };

  const show = (next: Drag) => {
    setDrag(next);
    setEdited(previewCurveEdit(studio, next.edited));
  };

  const onPointerMove = (event: React.PointerEvent) => {
    if (!drag) return;
    if ((event.buttons & 2) !== 0) return cancel();
    const { time, value, perPixel } = valueUnder(event, drag);
    if (drag.kind === 'handle') {
      const handles = withHandleAt(drag.stretch, drag.channel, drag.end, time, value);
      return show({ ...drag, handles, edited: setChosenInterpolation(clip, [drag.key], handles) });
    }
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    const frames = Math.abs(right) < SLACK ? 0 : Math.round((right / Math.max(1, width)) * span.length * clip.fps);
    const fine = event.shiftKey ? 0.1 : 1;
    const by = Math.abs(down) < SLACK ? 0 : -down * perPixel * fine;
    const first = Math.min(...chosen.map((key) => frameAt(clip, key.time)));
    const moved = Math.max(frames, -first);
    const placed = carriedKeys(rig, clip, chosen, drag.channel, moved, by);
    show({ ...drag, frames: moved, by, edited: placed.clip, moved: placed.chosen });
  };

  const cancel = () => {
    if (drag?.edited) previewCurveEdit(studio, null);
    setDrag(null);
    setEdited(null);
  };

  const onPointerUp = () => {
    if (!drag) return;
    setDrag(null);
    setEdited(null);
    if (!drag.edited) return;
    if (drag.kind === 'handle') setHandles(studio, drag.key, drag.handles);
    else carryKeysOnCurve(studio, drag.channel, drag.key.time, drag.frames, drag.by);
  };

  const pressKey = (event: React.PointerEvent<HTMLElement>, key: ChosenKey, channel: CurveChannel) => {
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.button === 2 && !isChosen(key)) goToCurveKey(studio, key);
    if (event.button !== 0) return;
    if (adds) {
      event.stopPropagation();
      const others = chosen.filter(({ joint, time }) => joint !== key.joint || !isSameTime(time, key.time));
      return goToCurveKey(studio, key, isChosen(key) ? others : [...others, key]);
    }
    goToCurveKey(studio, key, isChosen(key) ? chosen : [key]);
    press(event, () => ({
      kind: 'key',
      x: event.clientX,
      y: event.clientY,
      range,
      edited: null,
      key,
      channel,
      frames: 0,
      by: 0,
      moved: chosen,
    }));
  };

  const keyPoints = channels.flatMap((channel) => {
    const track = tracks.get(channel.joint);
    if (!track) return [];
    const wanted = new Set(keyTimes.get(channel.joint));
    return keysOf(track).flatMap(({ time, value }, k) => {
      const frame = frameAt(clip, time);
      const key = { joint: channel.joint, time };
      const isMoved = drag?.kind === 'key' && drag.edited !== null;
      if (!wanted.has(time) && !isChosen(key)) return [];
      const number = channel.read(value);
      const text = channel.show(number);
      return (
        <CurvePoint
          key={`${channel.id} ${k}`}
          x={shareOf(span, time)}
          y={downOf(range, number)}
          className={`curve-point${isChosen(key) ? ' chosen' : ''}`}
          colour={colours.get(channel)}
          label={`${channel.label} at ${words.frame(frame)}`}
          text={text}
          value={number}
          hint={`${channel.label} ${text}. Drag up and down to rotate, left and right to move the key; Ctrl selects several`}
          isReached={frame === playFrame}
          isDragged={isMoved}
          onPress={(event) => pressKey(event, key, channel)}
          onReached={() => {
            if (!drag && !isChosen(key)) goToCurveKey(studio, key);
          }}
          onStep={(right, up, isFine) => {
            if (!isChosen(key)) goToCurveKey(studio, key);
            carryKeysOnCurve(studio, channel, time, frame + right < 0 ? 0 : right, isFine ? 0.1 * up : up);
          }}
        />
      );
    });
  });

  return (
    <div
      ref={area}
      className="curves"
      role="toolbar"
      tabIndex={-1}
      aria-label="Curves of the selected joints"
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !drag) return;
        event.stopPropagation();
        cancel();
      }}
      onContextMenu={openMenu}
    >
      {(channels.length > 0 ? valueTicks(range) : []).map((value) => (
        <span
          key={value}
          className={value === 0 ? 'curve-tick zero' : 'curve-tick'}
          style={{ top: `${100 * downOf(range, value)}%` }}
        >
          <span className="numbers">{value}</span>
        </span>
      ))}
      <CurveLines channels={channels} times={times} values={values} colours={colours} span={span} range={range} />
      {keyPoints}
      <CurveHandles
        channels={channels}
        colours={colours}
        clip={keyed}
        chosen={marked}
        span={span}
        range={range}
        dragged={drag?.kind === 'handle' ? drag : null}
        onPress={(event, handle) =>
          press(event, () => ({ kind: 'handle', x: event.clientX, y: event.clientY, range, edited: null, ...handle }))
        }
        onShape={(key, handles) => setHandles(studio, key, handles)}
      />
      {keyPoints.length === 0 && <p className="lane-hint">{hintFor(all, channels, clip)}</p>}
    </div>
  );
}

/** What to do where there is no key to drag. */
function hintFor(all: readonly CurveChannel[], shown: readonly CurveChannel[], clip: Clip): string {
  if (all.length === 0) return 'Select a joint or a handle to see its angles over time.';
  if (shown.length === 0) return 'All curves are hidden: press a name at the left to show it.';
  if (clip.tracks.length === 0) return 'No keys yet. Pose the character and set a key; move the playhead and set another.';
  return 'What is selected has no keys here: it stays at rest, or its keys are out of view.';
}
