import { useState } from 'react';
import { Button } from 'react-aria-components';
import { WordButton } from '../widgets/button.tsx';
import type { ContactSettings } from '../../../core/animation/contacts.ts';
import type { RetargetReport } from '../../../core/animation/fidelity/retarget-report.ts';
import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { NamedBones, RetargetProfile } from '../../../core/formats/clips/retarget-profile.ts';
import type { RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { BroughtMotion } from '../../../electron/contract.ts';
import { failureText } from '../../state/window/notify.ts';
import { addPosesOf, keepClip, readOtherwise, withBones } from '../../state/motions/motion.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { lengthInWords } from '../../state/window/times.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { Choice } from '../widgets/choice.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { ContactChoices } from './contact-choices.tsx';
import { ProfileButtons } from './profile-buttons.tsx';
import { ReadingChoices } from './reading-choices.tsx';
import { isRestDoubtful, RestPick, RestReadings } from './rest-readings.tsx';
import { RetargetFacts } from './retarget-facts.tsx';
import { SideBySide } from './side-by-side.tsx';
import { SourceBones } from './source-bones.tsx';
import { useCharacterStage } from './use-character-stage.ts';
import { optionsOf, useRetarget, type MotionChoices, type Retargeting, whyNotDone } from './use-retarget.ts';

/** Frames a second that the new clip may have; `own` keeps the motion's. */
const RATES = ['own', '24', '25', '30', '48', '60', '120'] as const;

/** Brings a file's motion onto the document's character: the source and the result side by side, then onto the timeline. */
export function MotionDialog({ source: opened, onClose }: { source: MotionSource; onClose: () => void }) {
  const { studio, parts } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const target = useStudio((state) => state.document?.history.present.character.name ?? '');
  const times = useStudio((state) => state.session.settings.times);
  const stage = useCharacterStage();
  const [source, setSource] = useState(opened);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** How often the file is being read otherwise at present: what stands there meanwhile is no longer what was asked for. */
  const [readings, setReadings] = useState(0);
  const [index, setIndex] = useState(0);
  const [rate, setRate] = useState<(typeof RATES)[number]>('30');
  const [feet, setFeet] = useState(true);
  const [hands, setHands] = useState(true);
  const [limits, setLimits] = useState(false);
  const [rest, setRest] = useState<RestChoice | null>(null);
  const [keepsFirst, setKeepsFirst] = useState(false);
  /** When a foot of the motion counts as planted; null for what holds for most. */
  const [contacts, setContacts] = useState<ContactSettings | null>(null);
  const fps = rate === 'own' ? null : Number(rate);
  const choices: MotionChoices = { feet, hands, limits, fps, rest, keepsFirst, contacts };
  const retargeting = useRetarget(source, index, choices);
  const { progress } = retargeting;
  /** What is known of the motion's rest and first frame, kept while it is brought over again. */
  const [known, setKnown] = useState<Pick<BroughtMotion, 'rest' | 'rests' | 'skeletonRest' | 'leavesFirst'> | null>(null);
  if (progress.kind === 'done' && known?.rests !== progress.preview.rests) setKnown(progress.preview);

  /** Replaces the source by what `change` makes of it, or says why not. */
  const changeSource = async (change: () => MotionSource | Promise<MotionSource>) => {
    setReadings((count) => count + 1);
    try {
      setSource(await change());
      setRefusal(null);
    } catch (error) {
      setRefusal(failureText('motion', error, { file: source.character.fileName, failed: 'was not read so' }));
    }
    setReadings((count) => count - 1);
  };
  const read = (reading: Partial<BvhReading>) => void changeSource(() => readOtherwise(studio, source, reading));
  const nameBones = (bones: NamedBones) => {
    setKnown(null);
    void changeSource(() => withBones(source, bones));
  };
  const use = (profile: RetargetProfile) => {
    setFeet(profile.feet ?? true);
    setHands(profile.hands ?? true);
    setLimits(profile.limits ?? false);
    setRate(RATES.find((value) => value === String(profile.fps)) ?? 'own');
    setRest(profile.source?.rest ?? null);
    setKeepsFirst(profile.source?.bvh?.skipFirstFrame === false);
    setContacts(profile.contacts ?? null);
    setKnown(null);
    const { bones = {}, bvh = {} } = profile.source ?? {};
    void changeSource(async () => {
      const named = withBones(source, bones);
      return source.character.bvh ? readOtherwise(studio, named, bvh) : named;
    });
  };
  const keep = () => {
    if (progress.kind !== 'done') return;
    keepClip(studio, progress.preview.clip, `Retarget “${progress.preview.clip.name}” onto ${target}`);
    onClose();
  };
  const keepPoses = () => {
    onClose();
    void addPosesOf(studio, source, index, parts.viewport);
  };
  const beingRead = readings > 0 ? 'The file is being read: wait a moment.' : null;
  return (
    <DialogFrame
      title={`Retarget ${source.character.fileName} onto ${target}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <WordButton className="start" disabledBecause={beingRead} onPress={keepPoses}>
            Add its poses to the library
          </WordButton>
          <Button className="button" onPress={onClose}>
            Cancel
          </Button>
          <WordButton className="primary" disabledBecause={beingRead ?? whyNotDone(progress)} onPress={keep}>
            Put on the timeline
          </WordButton>
        </>
      }
    >
      <div className="motion-choices">
        <Choice
          label="Motion"
          value={String(index)}
          options={source.motions.map(({ name, duration, fps: own }, i) => ({
            value: String(i),
            label: `${name} (${lengthInWords(times, duration, own)})`,
          }))}
          onChange={(value) => {
            setIndex(Number(value));
            setRest(null);
            setKeepsFirst(false);
            setKnown(null);
          }}
        />
        <Choice
          label="Frame rate"
          value={rate}
          options={RATES.map((value) => ({ value, label: value === 'own' ? 'As in the file' : value }))}
          onChange={setRate}
        />
        <SwitchBox
          label="Keep feet where they were planted"
          hint="Planted feet stand still on the floor"
          isOn={feet}
          onChange={setFeet}
        />
        <SwitchBox
          label="Keep hands on what they touch"
          hint="Hands stay on the floor, the other hand or the body where the motion’s do"
          isOn={hands}
          onChange={setHands}
        />
        {known && (
          <RestPick
            fps={source.motions[index]?.fps ?? 30}
            rests={known.rests}
            present={known.rest}
            chosen={rest}
            onChoose={setRest}
          />
        )}
        {(keepsFirst || known?.leavesFirst) && !source.character.bvh && (
          <SwitchBox
            label="Leave out the first frame"
            hint="The motion jumps away from it: the pose in which whoever was recorded stood for calibration"
            isOn={!keepsFirst}
            onChange={(isLeft) => setKeepsFirst(!isLeft)}
          />
        )}
        {(limits || (progress.kind === 'done' && leavesLimits(progress.preview.report))) && (
          <SwitchBox
            label="Keep every joint inside its limits"
            hint="An exact copy, and joints that follow the file, may leave the limits of this character"
            isOn={limits}
            onChange={setLimits}
          />
        )}
      </div>
      <ReadingChoices source={source} onChange={read} />
      <SourceBones source={source} onChange={nameBones} />
      {feet && <ContactChoices contacts={contacts} onChange={setContacts} />}
      <ProfileButtons
        choices={{
          ...optionsOf(choices),
          // Other clips of the skeleton are read as this one.
          ...(known?.skeletonRest && { rest: known.skeletonRest }),
          bones: source.bones,
          bvh: { ...source.choices, ...(keepsFirst && { skipFirstFrame: false }) },
        }}
        disabledBecause={beingRead}
        onUse={use}
      />
      {refusal !== null && <Refusal sentence={refusal} />}
      {progress.kind === 'failed' && <Refusal sentence={progress.sentence} />}
      <Waiting retargeting={retargeting} />
      {progress.kind === 'done' && rig && (
        <>
          <SideBySide source={source} preview={progress.preview} rig={rig} target={target} stage={stage} />
          <RetargetFacts report={progress.preview.report} rig={rig} fps={progress.preview.clip.fps} />
          {isRestDoubtful(progress.preview, rig) && (
            <RestReadings
              source={source}
              index={index}
              choices={choices}
              rests={progress.preview.rests}
              present={progress.preview.rest}
              rig={rig}
              onChoose={setRest}
            />
          )}
        </>
      )}
    </DialogFrame>
  );
}

/** Whether joints may go beyond their limits in a motion that was brought over. */
function leavesLimits({ isCopy, widened }: RetargetReport): boolean {
  return isCopy || widened.length > 0;
}

function Refusal({ sentence }: { sentence: string }) {
  return (
    <p className="error-text" role="alert">
      {sentence}
    </p>
  );
}

/** A bar while the motion is brought over, and a way to stop and to begin again. */
function Waiting({ retargeting: { progress, stop, again } }: { retargeting: Retargeting }) {
  if (progress.kind === 'stopped') {
    return (
      <div className="motion-working">
        <p className="soft">Stopped: the motion is not on the character yet.</p>
        <Button className="button" onPress={again}>
          Try again
        </Button>
      </div>
    );
  }
  if (progress.kind !== 'working') return null;
  return (
    <div className="motion-working">
      <WorkProgress label="Retargeting the motion" share={progress.share} />
      <Button className="button" onPress={stop}>
        Stop
      </Button>
    </div>
  );
}
