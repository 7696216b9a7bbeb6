import { useMemo, useState } from 'react';
import { SearchField, Input, Tree } from 'react-aria-components';
import { jointsByBodyPart } from '../../state/body-parts.ts';
import { select } from '../../state/editing.ts';
import { jointLabel } from '../../state/joint-labels.ts';
import { selectedJoint } from '../../state/selection.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PartRow } from './part-row.tsx';

/** The character's joints by body part; the selection is the viewport's. */
export function Outliner() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const joint = useStudio(selectedJoint);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(['Trunk', 'Left arm', 'Right arm', 'Left leg', 'Right leg', 'Head']));
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
  const expanded = search === '' ? new Set([...opened, ...(partOfSelected ? [partOfSelected] : [])]) : new Set(parts.map(({ part }) => part));
  return (
    <section className="panel outliner" aria-label="Outliner" data-panel="outliner" tabIndex={-1}>
      <SearchField className="search" aria-label="Find a joint" value={search} onChange={setSearch}>
        <Input className="text-input" placeholder="Find a joint" />
      </SearchField>
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
        renderEmptyState={() => <p className="empty">No joint is called that.</p>}
      >
        {rig && parts.map(({ part, joints }) => <PartRow key={part} part={part} joints={joints} rig={rig} />)}
      </Tree>
    </section>
  );
}
