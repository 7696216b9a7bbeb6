import { Eye, EyeOff } from 'lucide-react';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { ROOT_TRACK } from '../../../../core/animation/clip.ts';
import { sampleChannels, type CurveChannel } from '../../../state/keys/curve-channels.ts';
import { jointLabel } from '../../../../core/humanoid/body/joint-labels.ts';
import { playedShownClip } from '../../../state/timeline/clips.ts';
import { useStudio } from '../../window-context.tsx';

interface CurveNamesProps {
  readonly rig: Rig;
  readonly channels: readonly CurveChannel[];
  readonly colours: ReadonlyMap<CurveChannel, number>;
  readonly hidden: ReadonlySet<string>;
  readonly setHidden: (hidden: ReadonlySet<string>) => void;
}

/** What is drawn, with its value at the playhead; a press hides a curve or shows it again. */
export function CurveNames({ rig, channels, colours, hidden, setHidden }: CurveNamesProps) {
  const time = useStudio((state) => state.session.playback.time);
  const played = useStudio(playedShownClip);
  const now = played && sampleChannels(played, channels, [time]);
  return (
    <div className="curve-names" role="group" aria-label="Curves">
      {channels.map((channel, i) => {
        const isFirst = channel.joint !== ROOT_TRACK && channels[i - 1]?.joint !== channel.joint;
        const isHidden = hidden.has(channel.id);
        const [value = 0] = now?.get(channel) ?? [];
        const shown = channel.show(value);
        return (
          <div key={channel.id}>
            {isFirst && <h4>{jointLabel(rig, channel.joint)}</h4>}
            <button
              type="button"
              className="curve-name"
              data-colour={colours.get(channel)}
              aria-pressed={!isHidden}
              title={`${isHidden ? 'Show' : 'Hide'} ${channel.label.toLowerCase()}`}
              onClick={() => setHidden(toggled(hidden, channel.id))}
            >
              {isHidden ? <EyeOff size={12} aria-hidden /> : <Eye size={12} aria-hidden />}
              <span>{channel.label}</span>
              <span className="numbers">{shown}</span>
            </button>
          </div>
        );
      })}
    </div>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
