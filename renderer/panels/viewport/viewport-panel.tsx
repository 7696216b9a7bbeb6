import { useEffect, useRef } from 'react';
import { attempting } from '../../state/notices.ts';
import { useServices } from '../window-context.tsx';
import { HandleVoice } from './handle-voice.tsx';
import { ToolColumn } from './tool-column.tsx';
import { TourCard } from './tour-card.tsx';

/** The 3D part comes beside the window, which is drawn meanwhile. */
const loading = import('../../viewport/create-viewport.ts');

/** The character, with its tools beside it; what is shown of it is chosen in the line of its tab. */
export function ViewportPanel() {
  const { studio, parts } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return undefined;
    let isGone = false;
    const show = async () => {
      const { createViewport } = await loading;
      if (!isGone) parts.viewport = createViewport(current, studio);
    };
    void attempting(studio, 'picture', null, show);
    return () => {
      isGone = true;
      parts.viewport?.dispose();
      parts.viewport = null;
    };
  }, [studio, parts]);
  return (
    <div className="panel viewport" data-panel="viewport" tabIndex={-1}>
      <ToolColumn />
      <div className="picture">
        <canvas ref={canvas} className="viewport-canvas" aria-label="The character in 3D" />
        <HandleVoice />
        <TourCard />
      </div>
    </div>
  );
}
