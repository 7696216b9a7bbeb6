import { StepBack, StepForward, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { setPreview } from '../../state/editing.ts';
import { jointLabel } from '../../state/joint-labels.ts';
import { pause } from '../../state/playback.ts';
import { poseAfterSteps, type TracedSolve } from '../../state/solve-trace.ts';
import { IconButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** Steps through a recorded solve: the viewport shows the body after each joint update. */
export function StepReplay({ solve }: { solve: TracedSolve }) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const isReplaying = useStudio((state) => state.transient.preview?.cause === 'replay');
  const [count, setCount] = useState(0);
  const last = solve.trace.steps.length;
  const shown = isReplaying ? Math.min(count, last) : last;
  const show = (next: number) => {
    const to = Math.min(Math.max(next, 0), last);
    setCount(to);
    pause(studio);
    setPreview(studio, { pose: poseAfterSteps(solve, to), cause: 'replay' });
  };
  const step = solve.trace.steps[shown - 1];
  const joint = step && rig ? (step.joint < 0 ? 'Hips moved' : jointLabel(rig, step.joint)) : 'Before the first step';
  return (
    <div className="step-replay">
      <RangeSlider
        key={last}
        label="Step"
        value={shown}
        min={0}
        max={Math.max(1, last)}
        step={1}
        isDisabled={last === 0}
        format={(value) => `${value} / ${last}`}
        onInput={show}
        onCommit={show}
      />
      <div className="step-buttons">
        <IconButton icon={StepBack} label="One step back" isDisabled={shown === 0} onPress={() => show(shown - 1)} />
        <IconButton icon={StepForward} label="One step on" isDisabled={shown >= last} onPress={() => show(shown + 1)} />
        <IconButton icon={Undo2} label="Back to the pose" isDisabled={!isReplaying} onPress={() => setPreview(studio, null)} />
      </div>
      <p>
        {joint}
        {step?.clamped === true && <span className="held"> held by its limit</span>}
      </p>
      {step && <p className="hint">Sweep {step.iteration + 1}</p>}
    </div>
  );
}
