import { expect } from 'vitest';
import { setPreview } from '../../../renderer/state/preview.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { bentElbow, documentOf, noticesOf, type FakeDesktop } from '../state/open-studio.ts';

interface Scene {
  readonly studio: Studio;
  readonly desktop: FakeDesktop;
}

function receiving(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, live: { ...session.live, isReceiving: true } } });
}

export const LIVE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'live.camera': (studio) => changeSetting(studio, 'cameraAllowed', true),
  'live.record': receiving,
  'live.keepPose': (studio) => {
    receiving(studio);
    setPreview(studio, { pose: bentElbow(studio, 40), cause: 'live' });
  },
};

/** What the commands of links do. */
export const LIVE_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'live.send': ({ studio, desktop }) => {
    expect(desktop.callsOf('live.send')).toEqual([[{ address: '127.0.0.1', port: 39_539 }, 60]]);
    expect(studio.getState().session.live.isSending).toBe(true);
  },
  'live.receive': ({ studio, desktop }) => {
    expect(desktop.callsOf('live.receive')).toEqual([[{ address: '127.0.0.1', port: 39_539 }]]);
    expect(studio.getState().session.live.isReceiving).toBe(true);
  },
  // Only a browser has one.
  'live.camera': ({ studio }) => {
    expect(noticesOf(studio).at(-1)).toContain('No camera can be used here');
  },
  'live.record': ({ studio }) => expect(studio.getState().session.live.recorded).toBe(0),
  'live.keepPose': ({ studio }) => {
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Keep the live pose');
    expect(studio.getState().transient.preview).toBeNull();
    expect(shownPose(studio.getState())).toEqual(bentElbow(studio, 40));
  },
};
