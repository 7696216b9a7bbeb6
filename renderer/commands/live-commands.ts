import { toggleReceiving, toggleSending } from '../state/live/links.ts';
import { toggleCamera } from '../state/live/live-camera.ts';
import { isLive } from '../state/live/live-session.ts';
import { keepLivePose, showsLivePose } from '../state/live/live-pose.ts';
import { startRecording, stopRecording } from '../state/live/recording.ts';
import { showInspectorPage } from '../state/session.ts';
import type { StudioState } from '../state/studio.ts';
import { inGroup, when } from './command.ts';

const isRecording = ({ session }: StudioState) => session.live.recorded !== null;

/** Links to programs that speak VMC, and the camera. */
export const LIVE_COMMANDS = inGroup('Window', 'Live', [
  {
    id: 'live.send',
    label: 'Send the pose live',
    checked: ({ session }) => session.live.isSending,
    run: ({ studio }) => {
      showInspectorPage(studio, 'character');
      return toggleSending(studio);
    },
  },
  {
    id: 'live.receive',
    label: 'Receive live motion',
    checked: ({ session }) => session.live.isReceiving,
    run: ({ studio }) => {
      showInspectorPage(studio, 'character');
      return toggleReceiving(studio);
    },
  },
  {
    id: 'live.camera',
    label: 'Follow me by camera',
    checked: ({ session }) => session.live.camera !== null,
    run: ({ studio }) => {
      showInspectorPage(studio, 'character');
      return toggleCamera(studio);
    },
  },
  {
    id: 'live.record',
    label: 'Record live motion',
    labelNow: (state) => (isRecording(state) ? 'Stop recording' : 'Record live motion'),
    enabled: when('Switch on “Receive live motion” or “Follow me by camera” first.', ({ session }) => isLive(session.live)),
    run: ({ studio }) => (isRecording(studio.getState()) ? stopRecording(studio) : startRecording(studio)),
  },
  {
    id: 'live.keepPose',
    label: 'Keep the live pose',
    enabled: when('It can be kept while live motion is on screen.', showsLivePose),
    run: ({ studio }) => keepLivePose(studio),
  },
]);
