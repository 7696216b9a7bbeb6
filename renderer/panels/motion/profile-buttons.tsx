import { WordButton } from '../widgets/button.tsx';
import type { RetargetProfile } from '../../../core/formats/clips/retarget-profile.ts';
import { chooseProfile, saveProfile, type ProfileChoices } from '../../state/motions/retarget-profiles.ts';
import { Hinted } from '../widgets/hinted.tsx';
import { useServices } from '../window-context.tsx';

interface ProfileButtonsProps {
  /** As a profile would keep them. */
  readonly choices: ProfileChoices;
  /** Why neither can be used now, or null. */
  readonly disabledBecause: string | null;
  readonly onUse: (profile: RetargetProfile) => void;
}

/** What was chosen for one motion, kept for a whole folder of them or for a character. */
export function ProfileButtons({ choices, disabledBecause, onUse }: ProfileButtonsProps) {
  const { studio } = useServices();
  const use = async () => {
    const profile = await chooseProfile(studio);
    if (profile) onUse(profile);
  };
  return (
    <div className="motion-profile">
      <Hinted hint="Takes over what a profile says of motions; the character keeps the limits and bones that it has here">
        <WordButton disabledBecause={disabledBecause} onPress={() => void use()}>
          Use a profile…
        </WordButton>
      </Hinted>
      <Hinted hint="Keeps these settings, the character’s limits and its bones in a file for “limber retarget” and batches">
        <WordButton disabledBecause={disabledBecause} onPress={() => void saveProfile(studio, choices)}>
          Save as profile…
        </WordButton>
      </Hinted>
    </div>
  );
}
