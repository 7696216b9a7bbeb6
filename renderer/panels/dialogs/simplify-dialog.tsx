import { useMemo, useState } from 'react';
import type { SimplifiedClip } from '../../../core/animation/simplify-clip.ts';
import type { Wording } from '../../../core/animation/wording.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { applySimplified, keyedFramesOf } from '../../state/keys/simplifying.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { useSimplified } from './use-simplified.ts';
import { useWording } from '../widgets/use-wording.ts';

/** Makes few keys of many: how near the result must stay is chosen, and what comes of it is told before it is done. */
export function SimplifyDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const document = useStudio((state) => state.document);
  const [distance, setDistance] = useState(0.01);
  const { length } = useWording();
  const [degrees, setDegrees] = useState(15);
  const [between, setBetween] = useState<'tangents' | 'linear'>('tangents');
  const options = useMemo(() => ({ distance, angle: toRadians(degrees), between }), [distance, degrees, between]);
  const simplifying = useSimplified(document, options);
  const before = document ? keyedFramesOf(document) : 0;
  if (!document) return null;
  const result = simplifying.kind === 'done' ? simplifying.result : null;
  return (
    <DialogFrame
      title="Simplify keys"
      width="narrow"
      onClose={onClose}
      actions={
        <DialogActions
          label={result && result.keys < before ? `Keep ${result.keys} keys` : 'Simplify'}
          disabledBecause={reasonAgainst(result, before)}
          onPress={() => {
            if (result) applySimplified(studio, result);
            onClose();
          }}
          onCancel={onClose}
        />
      }
    >
      <RangeSlider
        label="Places within"
        hint="How far any joint may be from where it is now, on any frame"
        value={distance}
        min={0.001}
        max={0.1}
        step={0.001}
        format={(value) => length(value).replace(' ', '\u00a0')}
        onCommit={setDistance}
      />
      <RangeSlider
        label="Rotations within"
        hint="How far any joint may be rotated from what it is now, on any frame"
        value={degrees}
        min={0.5}
        max={45}
        step={0.5}
        format={(value) => `${value}°`}
        onCommit={setDegrees}
      />
      <Choice
        label="Interpolation"
        value={between}
        options={[
          { value: 'tangents', label: 'Shaped to the motion' },
          { value: 'linear', label: 'Linear' },
        ]}
        onChange={setBetween}
      />
      {simplifying.kind === 'working' ? (
        <WorkProgress label="Simplifying the keys" share={simplifying.share} />
      ) : (
        <p className="soft" role="status">
          {describe(simplifying.result, before, length)}
        </p>
      )}
    </DialogFrame>
  );
}

/** Why the result cannot be kept; null where it can. */
function reasonAgainst(result: SimplifiedClip | null, before: number): string | null {
  if (!result) return 'The keys are being simplified: wait a moment.';
  return result.keys < before ? null : 'These tolerances need all keys: set wider ones.';
}

function describe({ keys, meanDistance, distance, angle }: SimplifiedClip, before: number, length: Wording['length']): string {
  if (before === 1) return 'The clip has one key: there is nothing to simplify.';
  if (keys >= before) return `The ${before} keys are as few as these tolerances allow. Wider ones need fewer.`;
  const most = `${length(distance)} and ${toDegrees(angle).toFixed(1)}° at most`;
  return `${keys} keys instead of ${before}; joints are ${length(meanDistance)} off on average, ${most}.`;
}
