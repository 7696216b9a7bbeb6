import { useEffect, useMemo, useRef } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { PictureStage } from '../../viewport/pictures/picture-stage.ts';
import { drawFigure, figureOrbit, HEIGHT, planFigure, SHARPNESS, WIDTH } from './draw-figure.ts';

interface StickFigureProps {
  readonly label: string;
  /** Where the motion is: in the file or on the character. */
  readonly place: string;
  readonly rig: Rig;
  readonly clip: Clip;
  /** Seconds. */
  readonly time: number;
  /** What draws the mesh of the same rig; null (default): the lines stand alone. */
  readonly stage?: PictureStage | null;
}

/** A skeleton in motion as lines, over its mesh where there is a stage; seen from its front and a little from its side, the view follows its hips along the floor. */
export function StickFigure({ label, place, rig, clip, time, stage = null }: StickFigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const plan = useMemo(() => planFigure(rig), [rig]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const pose = sampleClip(rig.skeleton, clip, time);
    const world = forwardKinematics(rig.skeleton, pose);
    drawFigure(context, plan, world, stage && stage.draw({ pose, time, label }, figureOrbit(rig, world)));
  }, [plan, rig, clip, time, stage, label]);
  return (
    <figure className="stick-figure">
      <figcaption>
        <span className="faint">{place}</span> {label}
      </figcaption>
      <canvas ref={canvas} width={SHARPNESS * WIDTH} height={SHARPNESS * HEIGHT} role="img" aria-label={`${place} ${label}`} />
    </figure>
  );
}
