import { StepBack, StepForward, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useKeptFocus } from '../widgets/use-kept-focus.ts';
import { useStudio } from '../window-context.tsx';
import { describeStep } from './step-words.ts';
import type { Replay } from './use-replay.ts';

/** Steps through a recorded solve: the viewport shows the body after each joint update, and lights up the joint. */
export function StepReplay({ replay }: { replay: Replay }) {
  const { solve, last, shown, isReplaying, show, end } = replay;
  const rig = useStudio((state) => state.document?.rig ?? null);
  const unit = useStudio((state) => state.session.settings.lengths);
  const view = useRef<HTMLDivElement>(null);
  useKeptFocus(view, 'input[type="range"]');
  const words = rig && describeStep(solve.trace.steps[shown - 1], rig, unit);
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
        disabledBecause={last === 0 ? 'The solve rotated no joint.' : null}
        format={(value) => `${value} / ${last}`}
        onInput={show}
        onCommit={show}
      />
      <div className="step-buttons">
        <IconButton
          icon={StepBack}
          label="One step back"
          disabledBecause={shown === 0 ? 'This is the first.' : null}
          onPress={() => show(shown - 1)}
        />
        <IconButton
          icon={StepForward}
          label="One step on"
          disabledBecause={shown >= last ? 'This is the last.' : null}
          onPress={() => show(shown + 1)}
        />
        <IconButton
          icon={Undo2}
          label="Back to the pose"
          shortcut="Esc"
          disabledBecause={isReplaying ? null : 'It is shown already.'}
          onPress={end}
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
