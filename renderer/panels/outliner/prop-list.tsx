import { Box, Copy, Eye, EyeOff, PackagePlus, Trash2 } from 'lucide-react';
import { MenuItem } from 'react-aria-components';
import type { MadeShape, PropData } from '../../../core/document/project-data.ts';
import { chooseThing } from '../../state/documents/open-path.ts';
import { addShape, setPropHidden, SHAPE_NAMES } from '../../state/props/edit-props.ts';
import { selectProp } from '../../state/selection.ts';
import { CommandButton, IconButton, TextButton } from '../widgets/button.tsx';
import { IconMenu } from '../widgets/icon-menu.tsx';
import { useServices, useStudio } from '../window-context.tsx';

const SHAPES = Object.entries(SHAPE_NAMES) as [MadeShape['kind'], string][];

/** The things of a scene: which one is selected, and which are shown. A project without things has no such list. */
export function PropList() {
  const { studio } = useServices();
  const props = useStudio((state) => state.document?.history.present.props ?? null);
  if (!props || props.length === 0) return null;
  return (
    <section className="actors" aria-label="Props">
      <header className="section-head">
        <h2>Props</h2>
        <IconMenu label="Add a prop" icon={PackagePlus} placement="bottom end">
          {SHAPES.map(([kind, name]) => (
            <MenuItem key={kind} className="menu-item" onAction={() => addShape(studio, kind)}>
              {name}
            </MenuItem>
          ))}
          <MenuItem className="menu-item" onAction={() => void chooseThing(studio)}>
            From a file…
          </MenuItem>
        </IconMenu>
        <CommandButton id="prop.duplicate" icon={Copy} />
        <CommandButton id="scene.deleteSelected" icon={Trash2} />
      </header>
      <ul>
        {props.map((prop) => (
          <PropRow key={prop.id} prop={prop} />
        ))}
      </ul>
    </section>
  );
}

function PropRow({ prop: { id, name } }: { prop: PropData }) {
  const { studio } = useServices();
  const isHidden = useStudio((state) => state.session.hiddenProps.has(id));
  const isSelected = useStudio((state) => state.session.selection.prop === id);
  return (
    <li className={isHidden ? 'actor-row hidden-row' : 'actor-row'}>
      <TextButton
        icon={Box}
        text={name}
        hint={`Select ${name}`}
        className={isSelected ? 'actor-name on' : 'actor-name'}
        onPress={() => selectProp(studio, id)}
      />
      <IconButton
        icon={isHidden ? EyeOff : Eye}
        label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
        onPress={() => setPropHidden(studio, id, !isHidden)}
      />
    </li>
  );
}
