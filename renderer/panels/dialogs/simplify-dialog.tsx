import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import type { SimplifiedClip } from '../../../core/animation/simplify-clip.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { applySimplified, keyedFrames } from '../../state/simplifying.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { WordButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { useSimplified } from './use-simplified.ts';

/** Makes few keys of many: how near the result must stay is chosen, and what comes of it is told before it is done. */
export function SimplifyDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const document = useStudio((state) => state.document);
  const [millimetres, setMillimetres] = useState(10);
  const [degrees, setDegrees] = useState(15);
  const [between, setBetween] = useState<'tangents' | 'linear'>('tangents');
  const options = useMemo(
    () => ({ distance: millimetres / 1000, angle: toRadians(degrees), between }),
    [millimetres, degrees, between],
  );
  const simplifying = useSimplified(document, options);
  const before = document ? keyedFrames(document) : 0;
  if (!document) return null;
  const result = simplifying.kind === 'done' ? simplifying.result : null;
  return (
    <DialogFrame
      title="Simplify keys"
      width="narrow"
      onClose={onClose}
      actions={
        <>
          <Button className="button" onPress={onClose}>
            Cancel
          </Button>
          <WordButton
            className="primary"
            disabledBecause={result ? null : 'The keys are being chosen: wait a moment.'}
            onPress={() => {
              if (result) applySimplified(studio, result);
              onClose();
            }}
          >
            {result ? `Keep ${result.keys} keys` : 'Keep few keys'}
          </WordButton>
        </>
      }
    >
      <RangeSlider
        label="Places within"
        hint="How far any joint may be from where it is now, on any frame"
        value={millimetres}
        min={1}
        max={100}
        step={1}
        format={(value) => `${value}\u00a0mm`}
        onCommit={setMillimetres}
      />
      <RangeSlider
        label="Turns within"
        hint="How far any joint may be turned from what it is now, on any frame"
        value={degrees}
        min={0.5}
        max={45}
        step={0.5}
        format={(value) => `${value}°`}
        onCommit={setDegrees}
      />
      <Choice
        label="Between keys"
        value={between}
        options={[
          { value: 'tangents', label: 'Shaped to the motion' },
          { value: 'linear', label: 'Even' },
        ]}
        onChange={setBetween}
      />
      {simplifying.kind === 'working' ? (
        <WorkProgress label="Choosing keys" share={simplifying.share} />
      ) : (
        <p className="soft" role="status">
          {describe(simplifying.result, before)}
        </p>
      )}
    </DialogFrame>
  );
}

function describe({ keys, meanDistance, distance, angle }: SimplifiedClip, before: number): string {
  const most = `${(1000 * distance).toFixed(1)} mm and ${toDegrees(angle).toFixed(1)}° at most`;
  return `${keys} keys instead of ${before}; joints are ${(1000 * meanDistance).toFixed(1)} mm off on average, ${most}.`;
}
