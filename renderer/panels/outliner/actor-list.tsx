import { Copy, Eye, EyeOff, Focus, Lock, LockOpen, PersonStanding, Trash2, User, UserPlus } from 'lucide-react';
import { actorsOf, othersOf, type Actor } from '../../../core/document/work-on-actor.ts';
import { isActorLocked, nextToWorkOn, setActorHidden, setActorLocked, setActorSolo } from '../../state/scene/actor-marks.ts';
import { canWorkOn } from '../../state/scene/characters.ts';
import { workOnActor } from '../../state/scene/work-on.ts';
import { CommandButton, IconButton, TextButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** The characters of a scene: which one is worked on, and which are shown. A project of one has no such list. */
export function ActorList() {
  const project = useStudio((state) => state.document?.history.present ?? null);
  if (!project || othersOf(project).length === 0) return null;
  return (
    <section className="actors" aria-label="Characters">
      <header className="section-head">
        <h2>Characters</h2>
        <CommandButton id="scene.add" icon={UserPlus} />
        <CommandButton id="scene.duplicate" icon={Copy} />
        <CommandButton id="scene.delete" icon={Trash2} />
      </header>
      <ul>
        {actorsOf(project).map((actor) => (
          <ActorRow key={actor.id} actor={actor} isWorkedOn={actor.id === project.workedOn} />
        ))}
      </ul>
    </section>
  );
}

function ActorRow({ actor: { id, name }, isWorkedOn }: { actor: Actor; isWorkedOn: boolean }) {
  const { studio } = useServices();
  const isHidden = useStudio((state) => state.session.actors.hidden.has(id)) && !isWorkedOn;
  const isLocked = useStudio((state) => isActorLocked(state, id));
  const isSolo = useStudio((state) => state.session.actors.solo.has(id));
  const canLock = useStudio((state) => !isWorkedOn || nextToWorkOn(state, id) !== null);
  const isThere = useStudio((state) => isWorkedOn || (state.document !== null && canWorkOn(state.document, id)));
  return (
    <li className={isHidden ? 'actor-row hidden-row' : 'actor-row'}>
      <TextButton
        icon={isWorkedOn ? PersonStanding : User}
        text={name}
        hint={isWorkedOn ? `${name} is worked on` : `Work on ${name}`}
        disabledBecause={isThere ? (isLocked ? `${name} is locked.` : null) : `The file of ${name} is missing.`}
        className={isWorkedOn ? 'actor-name on' : 'actor-name'}
        onPress={() => workOnActor(studio, id)}
      />
      <IconButton
        icon={Focus}
        label={isSolo ? `Show the others beside ${name} again` : `Show only ${name}`}
        className={isSolo ? 'row-action on' : 'row-action'}
        onPress={() => setActorSolo(studio, id, !isSolo)}
      />
      <IconButton
        icon={isLocked ? Lock : LockOpen}
        label={`${isLocked ? 'Unlock' : 'Lock'} ${name}`}
        className={isLocked ? 'row-action on' : 'row-action'}
        disabledBecause={canLock ? null : 'Nobody else is free to be worked on.'}
        onPress={() => setActorLocked(studio, id, !isLocked)}
      />
      {!isWorkedOn && (
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
          onPress={() => setActorHidden(studio, id, !isHidden)}
        />
      )}
    </li>
  );
}
