import { StepBack, StepForward, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TracedMove } from '../../../core/humanoid/pulling/posing.ts';
import { setPreview } from '../../state/editing.ts';
import { pause } from '../../state/playback.ts';
import { endReplay, poseAfterSteps } from '../../state/solve-trace.ts';
import { IconButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useKeptFocus } from '../widgets/use-kept-focus.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { describeStep } from './step-words.ts';

/** Steps through a recorded solve: the viewport shows the body after each joint update, and lights up the joint. */
export function StepReplay({ solve }: { solve: TracedMove }) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const isReplaying = useStudio((state) => state.transient.preview?.cause === 'replay');
  const [count, setCount] = useState(0);
  const view = useRef<HTMLDivElement>(null);
  useKeptFocus(view, 'input[type="range"]');
  const last = solve.trace.steps.length;
  const shown = isReplaying ? Math.min(count, last) : last;
  const show = (next: number) => {
    const to = Math.min(Math.max(next, 0), last);
    const step = solve.trace.steps[to - 1];
    const stepped = step && { joint: Math.max(0, step.joint), held: step.clamped };
    setCount(to);
    pause(studio);
    setPreview(studio, { pose: poseAfterSteps(solve, to), cause: 'replay', ...(stepped && { stepped }) });
  };
  const words = rig && describeStep(solve.trace.steps[shown - 1], rig);
  return (
    <div className="step-replay" ref={view}>
      <RangeSlider
        key={last}
        label="Step"
        hint="Joint updates made so far: drag, or step with the arrow keys"
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
        <IconButton
          icon={Undo2}
          label="Back to the pose"
          shortcut="Esc"
          isDisabled={!isReplaying}
          onPress={() => endReplay(studio)}
        />
      </div>
      {words && (
        <div role="status" aria-label="Step">
          <p>
            {words.what}
            {words.held !== '' && ', '}
            <span className={words.held === 'free' ? 'faint' : 'held'}>{words.held}</span>
          </p>
          <p className="hint">{words.when}</p>
        </div>
      )}
    </div>
  );
}
