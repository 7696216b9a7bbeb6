import { useState } from 'react';
import { WordButton } from '../widgets/button.tsx';
import type { ContactSettings } from '../../../core/animation/contacts.ts';
import type { RetargetReport } from '../../../core/animation/fidelity/retarget-report.ts';
import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { NamedBones, RetargetProfile } from '../../../core/formats/clips/retarget-profile.ts';
import type { RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { BroughtMotion } from '../../../electron/contract.ts';
import { failureText } from '../../state/window/notify.ts';
import { addPosesOf, keepRetargeted, readOtherwise, withBones } from '../../state/motions/motion.ts';
import { addCaptured } from '../../state/motions/captured-people.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { DialogActions } from '../dialogs/dialog-actions.tsx';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { ClipChoice, fpsOf, RateChoice, RATES, type Rate } from './clip-choice.tsx';
import { ContactChoices } from './contact-choices.tsx';
import { ProfileButtons } from './profile-buttons.tsx';
import { ReadingChoices } from './reading-choices.tsx';
import { isRestDoubtful, RestPick, RestReadings } from './rest-readings.tsx';
import { RetargetFacts } from './retarget-facts.tsx';
import { SideBySide } from './side-by-side.tsx';
import { SourceBones } from './source-bones.tsx';
import { useCharacterStage } from './use-character-stage.ts';
import { whyNotDone } from './use-job.ts';
import { optionsOf, useRetarget, type MotionChoices } from './use-retarget.ts';
import { Refusal, Waiting } from './waiting.tsx';
import { WalkNote, WalkSwitch } from './walk-switch.tsx';

/** Brings a file's motion onto the document's character: the source and the result side by side, then onto the timeline. */
export function MotionDialog({ source: opened, onClose }: { source: MotionSource; onClose: () => void }) {
  const { studio, parts } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const target = useStudio((state) => state.document?.history.present.character.name ?? '');
  const stage = useCharacterStage();
  const [source, setSource] = useState(opened);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** How often the file is being read otherwise at present: what stands there meanwhile is no longer what was asked for. */
  const [readings, setReadings] = useState(0);
  const [index, setIndex] = useState(0);
  const [rate, setRate] = useState<Rate>('30');
  const [feet, setFeet] = useState(true);
  const [hands, setHands] = useState(true);
  const [limits, setLimits] = useState(false);
  const [walks, setWalks] = useState(true);
  const [rest, setRest] = useState<RestChoice | null>(null);
  const [keepsFirst, setKeepsFirst] = useState(false);
  /** When a foot of the motion counts as planted; null for what holds for most. */
  const [contacts, setContacts] = useState<ContactSettings | null>(null);
  const fps = fpsOf(rate);
  const choices: MotionChoices = { feet, hands, limits, fps, rest, keepsFirst, contacts };
  const retargeting = useRetarget(source, index, choices);
  const { progress } = retargeting;
  /** What is known of the motion's rest and first frame, kept while it is brought over again. */
  const [known, setKnown] = useState<Pick<BroughtMotion, 'rest' | 'rests' | 'skeletonRest' | 'leavesFirst'> | null>(null);
  if (progress.kind === 'done' && known?.rests !== progress.result.rests) setKnown(progress.result);

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
    keepRetargeted(studio, progress.result.clip, walks);
    onClose();
  };
  const addPerson = () => void addCaptured(studio, [source], onClose);
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
        <DialogActions
          label="Put on the timeline"
          disabledBecause={beingRead ?? whyNotDone(progress)}
          onPress={keep}
          onCancel={onClose}
        >
          <WordButton className="start" disabledBecause={beingRead} onPress={keepPoses}>
            Add its poses to the library
          </WordButton>
          <WordButton disabledBecause={beingRead} onPress={addPerson}>
            Add a person of the capture…
          </WordButton>
        </DialogActions>
      }
    >
      <div className="motion-choices">
        <ClipChoice
          source={source}
          index={index}
          onChange={(value) => {
            setIndex(value);
            setRest(null);
            setKeepsFirst(false);
            setKnown(null);
          }}
        />
        <RateChoice rate={rate} onChange={setRate} />
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
        <WalkSwitch isOn={walks} onChange={setWalks} />
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
        {(limits || (progress.kind === 'done' && leavesLimits(progress.result.report))) && (
          <SwitchBox
            label="Keep every joint inside its limits"
            hint="An exact copy, and joints that follow the file, may leave the limits of this character"
            isOn={limits}
            onChange={setLimits}
          />
        )}
      </div>
      <WalkNote isOn={walks} />
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
          <SideBySide source={source} preview={progress.result} rig={rig} target={target} stage={stage} />
          <RetargetFacts report={progress.result.report} rig={rig} fps={progress.result.clip.fps} />
          {isRestDoubtful(progress.result, rig) && (
            <RestReadings
              source={source}
              index={index}
              choices={choices}
              rests={progress.result.rests}
              present={progress.result.rest}
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
