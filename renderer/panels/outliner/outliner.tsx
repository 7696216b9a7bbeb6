import { useMemo, useState } from 'react';
import { Tree } from 'react-aria-components';
import { jointsByBodyPart } from '../../state/body-parts.ts';
import { select, selectedJoint } from '../../state/selection.ts';
import { jointLabel } from '../../state/joint-labels.ts';
import { SearchBox } from '../widgets/search-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PartRow } from './part-row.tsx';

/** The character's joints by body part; the selection is the viewport's. */
export function Outliner() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const joint = useStudio(selectedJoint);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    new Set(['Trunk', 'Left arm', 'Right arm', 'Left leg', 'Right leg', 'Head']),
  );
  const parts = useMemo(() => {
    if (!rig) return [];
    const wanted = search.trim().toLowerCase();
    const isWanted = (each: number) =>
      `${jointLabel(rig, each)} ${rig.skeleton.names[each] ?? ''}`.toLowerCase().includes(wanted);
    return [...jointsByBodyPart(rig)]
      .map(([part, joints]) => ({ part, joints: joints.filter(isWanted) }))
      .filter(({ joints }) => joints.length > 0);
  }, [rig, search]);
  const partOfSelected = parts.find(({ joints }) => joint !== null && joints.includes(joint))?.part;
  const expanded =
    search === '' ? new Set([...opened, ...(partOfSelected ? [partOfSelected] : [])]) : new Set(parts.map(({ part }) => part));
  return (
    <div className="panel outliner" data-panel="outliner" tabIndex={-1}>
      <SearchBox label="Find a joint" placeholder="Find a joint" value={search} onChange={setSearch} />
      <Tree
        className="tree"
        aria-label="Joints"
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={joint === null ? [] : [`joint-${joint}`]}
        expandedKeys={expanded}
        onExpandedChange={(keys) => setOpened(new Set([...keys].map(String)))}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          const index = typeof key === 'string' && key.startsWith('joint-') ? Number(key.slice(6)) : null;
          select(studio, { joint: index, handle: null });
        }}
        renderEmptyState={() => <p className="empty">{rig ? 'No joint is called that.' : 'No character is open.'}</p>}
      >
        {rig && parts.map(({ part, joints }) => <PartRow key={part} part={part} joints={joints} rig={rig} />)}
      </Tree>
    </div>
  );
}
