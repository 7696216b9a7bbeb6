import { Copy, Eye, EyeOff, Trash2, UserPlus } from 'lucide-react';
import { Button } from 'react-aria-components';
import { actorsOf, type Actor } from '../../../core/document/actors.ts';
import { setActorHidden } from '../../state/scene/edit-actors.ts';
import { canWorkOn, workOnActor } from '../../state/scene/work-on.ts';
import { CommandButton, IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** The characters of a scene: which one is worked on, and which are shown. A project of one has no such list. */
export function ActorList() {
  const project = useStudio((state) => state.document?.history.present ?? null);
  if (!project || project.actors.length === 0) return null;
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
      <Button
        className={isWorkedOn ? 'actor-name on' : 'actor-name'}
        aria-label={`Work on ${name}`}
        aria-current={isWorkedOn}
        isDisabled={!isThere}
        onPress={() => workOnActor(studio, id)}
      >
        <span className="row-label" title={isThere ? name : `The file of ${name} is missing`}>
          {name}
        </span>
      </Button>
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
