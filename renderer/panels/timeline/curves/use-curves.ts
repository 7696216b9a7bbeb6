import { useMemo, useState } from 'react';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { channelsOf, type CurveChannel } from '../../../state/keys/curve-channels.ts';
import { selectedJoints } from '../../../state/selection.ts';
import { useStudio } from '../../window-context.tsx';

/** Colours that tell curves apart. */
const COLOURS = 6;

export interface ShownCurves {
  readonly channels: readonly CurveChannel[];
  /** Number of each one's colour. */
  readonly colours: ReadonlyMap<CurveChannel, number>;
  /** Ids of channels that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly setHidden: (hidden: ReadonlySet<string>) => void;
}

/** What stands in place of keys while curves are shown: the numbers of the selected joints. Null while they are not. */
export function useCurves(rig: Rig): ShownCurves | null {
  const isOn = useStudio((state) => state.session.timeline.showsCurves);
  const unit = useStudio((state) => state.session.settings.lengths);
  // By name, so that a new list of the same joints is none.
  const joints = useStudio((state) => selectedJoints(state).join(' '));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const channels = useMemo(() => channelsOf(rig, joints === '' ? [] : joints.split(' ').map(Number), unit), [rig, joints, unit]);
  const colours = useMemo(() => new Map(channels.map((channel, i) => [channel, i % COLOURS])), [channels]);
  return isOn ? { channels, colours, hidden, setHidden } : null;
}
