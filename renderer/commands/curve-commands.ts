import { setTimelineSession } from '../state/timeline/set-timeline-session.ts';
import { hasDocument, type Command } from './command.ts';

/** Pixels that the timeline is high at least while it shows curves. */
const CURVES_HEIGHT = 280;

export const CURVE_COMMANDS: readonly Command[] = [
  {
    id: 'key.curves',
    label: 'Curves of the selected joints',
    short: 'Curves',
    category: 'Key',
    group: 'Selected keys',
    shortcuts: ['Alt+C'],
    checked: (state) => state.session.timeline.showsCurves,
    enabled: hasDocument,
    run: ({ studio, parts }) => {
      const showsCurves = !studio.getState().session.timeline.showsCurves;
      setTimelineSession(studio, { showsCurves });
      if (!showsCurves) return;
      parts.workspace?.showPanel('timeline');
      parts.workspace?.growPanel('timeline', CURVES_HEIGHT);
    },
  },
];
