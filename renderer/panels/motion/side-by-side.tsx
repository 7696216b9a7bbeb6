import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { MotionPreview } from '../../state/motions/motion.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { timeInWords } from '../../state/window/times.ts';
import { IconButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import type { PictureStage } from '../../viewport/pictures/picture-stage.ts';
import { StickFigure } from './stick-figure.tsx';

interface SideBySideProps {
  readonly source: MotionSource;
  readonly preview: MotionPreview;
  readonly rig: Rig;
  readonly target: string;
  /** What draws the character with its mesh; null while there is none. */
  readonly stage: PictureStage | null;
}

/** The motion as it is in the file and as it is on the character, at the same moment. */
export function SideBySide({ source, preview, rig, target, stage }: SideBySideProps) {
  const { clock } = useServices().studio;
  const times = useStudio((state) => state.session.settings.times);
  const { duration: length, fps } = preview.clip;
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(() => !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!playing || length <= 0) return undefined;
    let last = clock.now();
    const step = () => {
      const now = clock.now();
      const passed = now - last;
      last = now;
      setTime((before) => (before + passed) % length);
      stop = clock.nextFrame(step);
    };
    let stop = clock.nextFrame(step);
    return () => stop();
  }, [clock, playing, length]);
  const scrub = (to: number) => {
    setPlaying(false);
    setTime(to);
  };
  const shown = Math.min(time, length);
  return (
    <>
      <div className="motion-figures">
        <StickFigure place="In the file:" label={source.character.name} rig={source.rig} clip={preview.original} time={shown} />
        <StickFigure place="On the character:" label={target} rig={rig} clip={preview.clip} time={shown} stage={stage} />
      </div>
      <div className="motion-play">
        <IconButton
          icon={playing ? Pause : Play}
          label={playing ? 'Pause' : 'Play'}
          disabledBecause={length <= 0 ? 'The motion has one frame only.' : null}
          onPress={() => setPlaying(!playing)}
        />
        <RangeSlider
          label="Moment"
          value={shown}
          min={0}
          max={Math.max(length, 1 / fps)}
          step={1 / fps}
          format={(value) => timeInWords(times, Math.round(value * fps), fps)}
          onInput={scrub}
          onCommit={scrub}
        />
      </div>
    </>
  );
}
