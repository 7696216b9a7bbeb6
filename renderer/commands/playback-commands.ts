import { hasPlayRange, limitPlayRange, setPingPong, setPlayRange, setSpeed, SPEEDS } from '../state/timeline/playback.ts';
import { inCategory, when, type InCategory } from './command.ts';
import { canPlay } from './conditions.ts';

/** `¼`, `½`, `1`, `2`, `4`. */
const SPEED_SIGNS: Readonly<Record<number, string>> = { 0.25: '¼', 0.5: '½' };

export function speedLabel(speed: number): string {
  return `${SPEED_SIGNS[speed] ?? speed}×`;
}

const SPEED_COMMANDS = SPEEDS.map((speed): InCategory => ({
  id: `play.speed.${speed}`,
  label: `Play at ${speedLabel(speed)} speed`,
  group: 'Speed',
  checked: (state) => state.session.playback.speed === speed,
  run: ({ studio }) => setSpeed(studio, speed),
}));

export const PLAYBACK_COMMANDS = inCategory('Key', [
  {
    id: 'play.pingPong',
    label: 'Play back and forth',
    group: 'Playback',
    checked: (state) => state.session.playback.pingPong,
    run: ({ studio }) => setPingPong(studio, !studio.getState().session.playback.pingPong),
  },
  {
    id: 'play.from',
    label: 'Start the play range here',
    group: 'Play range',
    shortcuts: ['['],
    enabled: canPlay,
    run: ({ studio }) => limitPlayRange(studio, 'from'),
  },
  {
    id: 'play.to',
    label: 'End the play range here',
    group: 'Play range',
    shortcuts: [']'],
    enabled: canPlay,
    run: ({ studio }) => limitPlayRange(studio, 'to'),
  },
  {
    id: 'play.all',
    label: 'Play the whole clip',
    group: 'Play range',
    enabled: when('The whole clip is played already.', hasPlayRange),
    run: ({ studio }) => setPlayRange(studio, null),
  },
  ...SPEED_COMMANDS,
]);
