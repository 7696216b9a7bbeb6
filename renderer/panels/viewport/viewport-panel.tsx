import { useEffect, useRef } from 'react';
import { attempting } from '../../state/window/notify.ts';
import { Messages } from '../shell/messages.tsx';
import { useSize } from '../widgets/use-size.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { CameraCard } from './camera-card.tsx';
import { CameraFrame } from './camera-frame.tsx';
import { HandleVoice } from './handle-voice.tsx';
import { StartCard } from './start-card.tsx';
import { ToolColumn } from './tool-column.tsx';
import { TourCard } from './tour-card.tsx';
import { useMessagePlace } from './use-message-place.ts';

/** The 3D part comes beside the window, which is drawn meanwhile. */
const loading = import('../../viewport/create-viewport.ts');

/** Pixels, at the scale 1, that messages need of the picture. */
const LEAST_ROOM = { width: 240, height: 130 };

/** The character, with its tools beside it; what is shown of it is chosen in the line of its tab. */
export function ViewportPanel({ isSeen }: { isSeen: boolean }) {
  const { studio, parts } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(picture);
  const scale = useStudio((state) => state.session.settings.scale);
  const hasRoom = isSeen && width >= LEAST_ROOM.width * scale && height >= LEAST_ROOM.height * scale;
  const placeMessages = useMessagePlace(picture, hasRoom);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return undefined;
    let isGone = false;
    const show = async () => {
      const { createViewport } = await loading;
      if (!isGone) parts.viewport = createViewport(current, studio, placeMessages);
    };
    void attempting(studio, 'picture', null, show);
    return () => {
      isGone = true;
      parts.viewport?.dispose();
      parts.viewport = null;
    };
  }, [studio, parts, placeMessages]);
  return (
    <div className="panel viewport" data-panel="viewport" tabIndex={-1}>
      <ToolColumn />
      <div ref={picture} className="picture">
        <canvas ref={canvas} className="viewport-canvas" aria-label="The character in 3D" />
        <CameraFrame width={width} height={height} />
        <HandleVoice />
        <StartCard />
        <div className="picture-foot">
          <Messages area="picture" onSize={placeMessages} />
          <TourCard />
          <CameraCard />
        </div>
      </div>
    </div>
  );
}
