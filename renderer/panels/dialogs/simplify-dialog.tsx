import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { applySimplified, keyedFrames, simplified } from '../../state/simplifying.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { DialogFrame } from './dialog-frame.tsx';

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
  const settled = useDeferredValue(options);
  const result = useMemo(() => document && simplified(document, settled), [document, settled]);
  const before = document ? keyedFrames(document) : 0;
  if (!document || !result) return null;
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
          <Button
            className="button primary"
            onPress={() => {
              applySimplified(studio, result);
              onClose();
            }}
          >
            {`Keep ${result.keys} keys`}
          </Button>
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
      <p className="soft" role="status">
        {`${result.keys} keys instead of ${before}; joints are ${(1000 * result.meanDistance).toFixed(1)} mm off on average, ${(1000 * result.distance).toFixed(1)} mm and ${toDegrees(result.angle).toFixed(1)}° at most.`}
      </p>
    </DialogFrame>
  );
}
