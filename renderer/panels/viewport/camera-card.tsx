import { CircleStop } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cameraStream } from '../../state/live/live-camera.ts';
import type { LiveCamera } from '../../state/live/live-session.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** While the camera is on: what it sees, what is read of it, and the button that stops it. */
export function CameraCard() {
  const camera = useStudio(({ session }) => session.live.camera);
  return camera && <Card camera={camera} />;
}

function Card({ camera }: { readonly camera: LiveCamera }) {
  const { studio } = useServices();
  const video = useRef<HTMLVideoElement>(null);
  // It comes after the card; what is told of the camera draws it anew.
  const stream = cameraStream(studio);
  useEffect(() => {
    const { current } = video;
    if (!current) return;
    current.srcObject = stream;
    void current.play().catch(() => {});
  }, [stream]);
  return (
    <section className="camera-card" aria-label="Camera">
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      <p role="status">{cameraInWords(camera)}</p>
      <CommandTextButton id="live.camera" icon={CircleStop} text="Stop the camera" className="wide danger" />
    </section>
  );
}

function cameraInWords({ isReady, isSeen, perSecond }: LiveCamera): string {
  if (!isReady) return 'Starting the camera…';
  return isSeen ? `Following you: ${perSecond} a second.` : 'Nobody is seen: stand so that all of you is in view.';
}
