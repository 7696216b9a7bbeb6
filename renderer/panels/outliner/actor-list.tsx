import { Copy, Eye, EyeOff, PersonStanding, Trash2, User, UserPlus } from 'lucide-react';
import { actorsOf, othersOf, type Actor } from '../../../core/document/work-on-actor.ts';
import { setActorHidden } from '../../state/scene/edit-actors.ts';
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
  const isHidden = useStudio((state) => state.session.hiddenActors.has(id)) && !isWorkedOn;
  const isThere = useStudio((state) => isWorkedOn || (state.document !== null && canWorkOn(state.document, id)));
  return (
    <li className={isHidden ? 'actor-row hidden-row' : 'actor-row'}>
      <TextButton
        icon={isWorkedOn ? PersonStanding : User}
        text={name}
        hint={isWorkedOn ? `${name} is worked on` : `Work on ${name}`}
        disabledBecause={isThere ? null : `The file of ${name} is missing.`}
        className={isWorkedOn ? 'actor-name on' : 'actor-name'}
        onPress={() => workOnActor(studio, id)}
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
