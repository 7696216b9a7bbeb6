import { ChevronRight, ChevronsRight, Pause, Play, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Choice } from '../../widgets/choice.tsx';
import { TextButton } from '../../widgets/button.tsx';
import { RangeSlider } from '../../widgets/range-slider.tsx';
import { SwitchBox } from '../../widgets/switch-box.tsx';
import { useKeptFocus } from '../../widgets/use-kept-focus.ts';
import { PlaneDrawing } from './plane-drawing.tsx';
import { exampleNamed, FEWEST_BONES, MOST_BONES, PLANE_EXAMPLES } from './plane-examples.ts';
import { describePlane } from './plane-words.ts';
import { boneCount, canGoOn, moveTarget, openExample, resetPlayground, stepJoint, stepSweep } from './playground.ts';
import { usePlayground } from './use-playground.ts';
import { useStudio } from '../../window-context.tsx';

/** Cyclic coordinate descent in the plane, to be played with: a chain, a target, and every step of the way. */
export function PlanePlayground() {
  const { playground, change, run, pause } = usePlayground();
  const [follows, setFollows] = useState(true);
  const view = useRef<HTMLDivElement>(null);
  useKeptFocus(view, '.plane-target');
  const { example, solve, isRunning } = playground;
  const unit = useStudio((state) => state.session.settings.lengths);
  const words = describePlane(solve, unit);
  const isOver = !canGoOn(solve);
  const setBones = (count: number) => change((present) => openExample(present.example, count));
  return (
    <div className="plane" ref={view}>
      <div className="solver-controls">
        <Choice
          label="Example"
          hint="A chain and a target to begin with"
          value={example}
          options={PLANE_EXAMPLES}
          onChange={(name) => change(() => openExample(name))}
        />
        <p className="hint">{exampleNamed(example).hint}</p>
        <RangeSlider
          label="Bones"
          hint="How many bones the chain has"
          value={boneCount(playground)}
          min={FEWEST_BONES}
          max={MOST_BONES}
          step={1}
          format={String}
          onInput={setBones}
          onCommit={(count) => count !== boneCount(playground) && setBones(count)}
        />
        <SwitchBox
          label="Follow the target"
          hint="The chain goes after the target while it is moved; without it, it waits for a step"
          isOn={follows}
          onChange={setFollows}
        />
      </div>
      <PlaneDrawing
        playground={playground}
        unit={unit}
        onTarget={(to) => change((present) => moveTarget(present, to, follows))}
      />
      <div className="plane-side">
        <div className="plane-buttons">
          {isRunning ? (
            <TextButton icon={Pause} text="Pause" hint="Stop the run here" className="primary" onPress={pause} />
          ) : (
            <TextButton
              icon={Play}
              text="Run"
              hint="Go on by itself to the end"
              className="primary"
              disabledBecause={isOver ? 'The solve has ended: press Reset, or drag the target.' : null}
              onPress={run}
            />
          )}
          <TextButton
            icon={RotateCcw}
            text="Reset"
            hint="Back to the example’s chain and target"
            onPress={() => change(resetPlayground)}
          />
          <TextButton
            icon={ChevronRight}
            text="One joint"
            hint="Rotate the ringed joint"
            disabledBecause={isOver ? 'The solve has ended: press Reset, or drag the target.' : null}
            onPress={() => change(stepJoint)}
          />
          <TextButton
            icon={ChevronsRight}
            text="One sweep"
            hint="Rotate every joint once, to the root"
            disabledBecause={isOver ? 'The solve has ended: press Reset, or drag the target.' : null}
            onPress={() => change(stepSweep)}
          />
        </div>
        <div className="plane-result" role="status" aria-label="Result" aria-live={isRunning ? 'off' : 'polite'}>
          <p>
            <span className={`status-dot ${words.tone}`} aria-hidden />
            <strong>{words.headline}</strong>
          </p>
          <p className="soft numbers">{words.numbers}</p>
          <p className="hint">{words.detail}</p>
        </div>
      </div>
    </div>
  );
}
