import { useEffect, useState } from 'react';
import type { PictureLook, PictureStage } from '../../viewport/pictures/picture-stage.ts';
import { alone } from '../../state/scene/alone.ts';
import { useServices } from '../window-context.tsx';
import { HEIGHT, SHARPNESS, WIDTH } from './draw-figure.ts';

const LOOK: PictureLook = {
  width: SHARPNESS * WIDTH,
  height: SHARPNESS * HEIGHT,
  background: 'transparent',
  shows: { grid: false, shadow: false, bones: false, trails: false, springs: false },
};

/** The document's character with its mesh, as large as a figure of the dialog; null until it has come, and where the window cannot draw another scene. */
export function useCharacterStage(): PictureStage | null {
  const { studio } = useServices();
  const [stage, setStage] = useState<PictureStage | null>(null);
  useEffect(() => {
    let isGone = false;
    let made: PictureStage | null = null;
    const make = async () => {
      const { createPictureStage } = await import('../../viewport/pictures/picture-stage.ts');
      made = await createPictureStage(alone(studio.getState()), LOOK);
      if (isGone) made.dispose();
      else setStage(made);
    };
    // Without it the figure stays one of lines.
    make().catch(() => undefined);
    return () => {
      isGone = true;
      made?.dispose();
    };
  }, [studio]);
  return stage;
}
