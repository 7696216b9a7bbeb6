import { useEffect, useRef, useState } from 'react';
import { Button, ProgressBar } from 'react-aria-components';
import type { RetargetReport } from '../../../core/animation/retarget-report.ts';
import { messageOf } from '../../state/editing.ts';
import { addPosesOf, keepClip, retargetMotion, type MotionPreview } from '../../state/motion.ts';
import type { MotionSource } from '../../state/motion-source.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { StickFigure } from './stick-figure.tsx';

type Progress =
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'done'; readonly preview: MotionPreview }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Frames a second that the new clip may have; `own` keeps the motion's. */
const RATES = ['own', '24', '25', '30', '48', '60', '120'] as const;

/** Brings a file's motion onto the document's character: the source and the result side by side, then onto the timeline. */
export function MotionDialog({ source, onClose }: { source: MotionSource; onClose: () => void }) {
  const { studio, parts } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const target = useStudio((state) => state.document?.history.present.character.name ?? '');
  const [index, setIndex] = useState(0);
  const [rate, setRate] = useState<(typeof RATES)[number]>('30');
  const [feet, setFeet] = useState(true);
  const [hands, setHands] = useState(true);
  const [progress, setProgress] = useState<Progress>({ kind: 'working', share: 0 });
  const cancel = useRef<() => void>(() => {});

  useEffect(() => {
    let isLatest = true;
    setProgress({ kind: 'working', share: 0 });
    const options = { feet, hands, ...(rate === 'own' ? {} : { fps: Number(rate) }) };
    const job = retargetMotion(studio, source, index, options, (share) => {
      if (isLatest) setProgress({ kind: 'working', share });
    });
    cancel.current = job.cancel;
    job.result.then(
      (preview) => isLatest && setProgress({ kind: 'done', preview }),
      (error: unknown) => isLatest && setProgress({ kind: 'failed', sentence: messageOf(error) }),
    );
    return () => {
      isLatest = false;
      job.cancel();
    };
  }, [studio, source, index, rate, feet, hands]);

  const keep = () => {
    if (progress.kind !== 'done') return;
    keepClip(studio, progress.preview.clip, `Bring “${progress.preview.clip.name}” onto ${target}`);
    onClose();
  };
  return (
    <DialogFrame
      title={`Bring motion of ${source.character.fileName} onto ${target}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button
            className="button start"
            onPress={() => {
              onClose();
              void addPosesOf(studio, source, index, parts.viewport);
            }}
          >
            Add its poses to the library
          </Button>
          <Button className="button" onPress={onClose}>
            Cancel
          </Button>
          <Button className="button primary" isDisabled={progress.kind !== 'done'} onPress={keep}>
            Put on the timeline
          </Button>
        </>
      }
    >
      <div className="motion-choices">
        <Choice
          label="Motion"
          value={String(index)}
          options={source.motions.map(({ name, duration }, i) => ({
            value: String(i),
            label: `${name} (${duration.toFixed(2)} s)`,
          }))}
          onChange={(value) => setIndex(Number(value))}
        />
        <Choice
          label="Frames a second"
          value={rate}
          options={RATES.map((value) => ({ value, label: value === 'own' ? 'As in the file' : value }))}
          onChange={setRate}
        />
        <SwitchBox label="Keep feet where they were planted" isOn={feet} onChange={setFeet} />
        <SwitchBox label="Keep hands where they reached" isOn={hands} onChange={setHands} />
      </div>
      {progress.kind === 'working' && <Working share={progress.share} onCancel={() => cancel.current()} />}
      {progress.kind === 'failed' && (
        <p className="error-text" role="alert">
          {progress.sentence}
        </p>
      )}
      {progress.kind === 'done' && rig && (
        <>
          <SideBySide source={source} preview={progress.preview} target={target} />
          <Report report={progress.preview.report} names={rig.skeleton.names} />
        </>
      )}
    </DialogFrame>
  );
}

function Working({ share, onCancel }: { share: number; onCancel: () => void }) {
  return (
    <div className="motion-working">
      <ProgressBar aria-label="Bringing the motion over" value={100 * share} className="work-progress">
        <span>Bringing the motion over</span>
        <div className="work-track">
          <div className="work-fill" style={{ width: `${100 * share}%` }} />
        </div>
      </ProgressBar>
      <Button className="button" onPress={onCancel}>
        Stop
      </Button>
    </div>
  );
}

function SideBySide({ source, preview, target }: { source: MotionSource; preview: MotionPreview; target: string }) {
  const rig = useStudio((state) => state.document?.rig ?? null);
  const [time, setTime] = useState(0);
  if (!rig) return null;
  const length = preview.clip.duration;
  return (
    <>
      <div className="motion-figures">
        <StickFigure label={source.character.name} rig={source.rig} clip={preview.original} time={time} />
        <StickFigure label={target} rig={rig} clip={preview.clip} time={time} />
      </div>
      <RangeSlider
        label="Moment"
        value={Math.min(time, length)}
        min={0}
        max={length}
        step={1 / preview.clip.fps}
        format={(value) => `${value.toFixed(2)} s`}
        onInput={setTime}
        onCommit={setTime}
      />
    </>
  );
}

function Report({ report, names }: { report: RetargetReport; names: readonly string[] }) {
  const millimetres = (metres: number) => `${(1000 * metres).toFixed(1)} mm`;
  const limited = report.limited.slice(0, 4).map(({ joint, share }) => `${names[joint]} ${Math.round(100 * share)} %`);
  return (
    <dl className="facts motion-report">
      <dt>Frames</dt>
      <dd className="numbers">{report.frames}</dd>
      <dt>Planted feet slide, at most a frame</dt>
      <dd className="numbers">{millimetres(report.footSlide.largest)}</dd>
      <dt>Feet below the floor, at most</dt>
      <dd className="numbers">{millimetres(report.floorPenetration)}</dd>
      <dt>Hands off their places, mean</dt>
      <dd className="numbers">{millimetres(report.handError.mean)}</dd>
      <dt>On their limits</dt>
      <dd>{limited.length === 0 ? 'none' : limited.join(', ')}</dd>
    </dl>
  );
}
