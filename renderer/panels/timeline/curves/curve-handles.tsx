import type { ChosenKey } from '../../../../core/animation/chosen-keys.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import { hasTangents } from '../../../../core/animation/easing.ts';
import { isSameTime } from '../../../../core/animation/track-keys.ts';
import { frameAt } from '../../../state/timeline/clips.ts';
import {
  handledChannels,
  handlePlace,
  spansAt,
  withHandleAt,
  type CurveChannel,
  type CurveSpan,
  type HandleEnd,
} from '../../../state/keys/curve-channels.ts';
import { shareOf, type TimeSpan } from '../scale.ts';
import { CurvePoint } from './curve-point.tsx';
import { downOf, type ValueRange } from './curve-scale.ts';
import { useWording } from '../../widgets/use-wording.ts';

/** A handle that can be dragged: of which key's way, on which channel. */
export interface ShownHandle {
  readonly key: ChosenKey;
  readonly channel: CurveChannel;
  readonly stretch: CurveSpan;
  readonly end: HandleEnd;
  readonly handles: CurveSpan['handles'];
}

interface CurveHandlesProps {
  readonly channels: readonly CurveChannel[];
  readonly colours: ReadonlyMap<CurveChannel, number>;
  readonly clip: Clip;
  readonly chosen: readonly ChosenKey[];
  readonly span: TimeSpan;
  readonly range: ValueRange;
  readonly dragged: ShownHandle | null;
  readonly onPress: (event: React.PointerEvent<HTMLElement>, handle: ShownHandle) => void;
  readonly onShape: (key: ChosenKey, handles: CurveSpan['handles']) => void;
}

/** Shares by which an arrow key moves a handle. */
const HANDLE_STEP = 0.05;

/** The handles of the ways to and from chosen keys, each with a line to its key. */
export function CurveHandles({ channels, colours, clip, chosen, span, range, dragged, onPress, onShape }: CurveHandlesProps) {
  const words = useWording();
  const handles = chosen.flatMap(({ joint, time }): readonly ShownHandle[] => {
    const track = clip.tracks.find((each) => each.joint === joint);
    const at = track?.times.findIndex((each) => isSameTime(each, time)) ?? -1;
    if (!track || at < 0) return [];
    const own = channels.filter((channel) => channel.joint === joint);
    const { before, after } = spansAt(track, at);
    const ofSpan = (stretch: CurveSpan | null, end: HandleEnd): readonly ShownHandle[] =>
      stretch
        ? handledChannels(own, stretch).map((channel): ShownHandle => ({
            key: { joint, time: stretch.from },
            channel,
            stretch,
            end,
            handles: stretch.handles,
          }))
        : [];
    return [...ofSpan(before, 'end'), ...ofSpan(after, 'start')];
  });
  return handles.map((handle) => {
    const { channel, stretch, end, key } = handle;
    const place = handlePlace(stretch, channel, end);
    const own = [end === 'start' ? stretch.from : stretch.to, channel.read(stretch.values[end === 'start' ? 0 : 1])] as const;
    const [x, y] = [shareOf(span, place[0]), downOf(range, place[1])];
    const isTangent = hasTangents(stretch.handles);
    const slope = `${end === 'start' ? 'Slope on from' : 'Slope up to'} ${words.frame(frameAt(clip, own[0]))}`;
    const which = isTangent ? `${channel.label}: ${slope.toLowerCase()}` : slope;
    const step = (right: number, up: number, isFine: boolean) => {
      const by = HANDLE_STEP * (isFine ? 0.1 : 1);
      const rise = channel.read(stretch.values[1]) - channel.read(stretch.values[0]);
      const time = place[0] + right * by * (stretch.to - stretch.from);
      const height = isTangent ? (isFine ? 0.1 : 1) : by * Math.abs(rise);
      onShape(key, withHandleAt(stretch, channel, end, time, place[1] + up * height));
    };
    const isDragged =
      dragged !== null && dragged.end === end && dragged.channel.id === channel.id && isSameTime(dragged.key.time, key.time);
    return (
      <div key={`${channel.id} ${key.time} ${end}`} className="curve-handle-with-line">
        <svg className="curve-lines" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <line className="curve-tangent" x1={shareOf(span, own[0])} y1={downOf(range, own[1])} x2={x} y2={y} />
        </svg>
        <CurvePoint
          x={x}
          y={y}
          className="curve-handle"
          colour={colours.get(channel)}
          label={which}
          text={hasTangents(stretch.handles) ? channel.show(place[1]) : stretch.handles.map((each) => each.toFixed(2)).join(', ')}
          value={hasTangents(stretch.handles) ? place[1] : stretch.handles[end === 'start' ? 1 : 3]}
          hint={`${which}: drag to change how fast it goes there`}
          isReached
          isDragged={isDragged}
          onPress={(event) => onPress(event, handle)}
          onStep={step}
        />
      </div>
    );
  });
}
