import { useMemo, useState } from 'react';
import { Tree, type Selection } from 'react-aria-components';
import { jointsByBodyPart, type BodyPart } from '../../state/rig/body-parts.ts';
import { rowSelection, selectAll, selectedJoint, selectedJoints } from '../../state/selection.ts';
import type { StudioState } from '../../state/studio.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { SearchBox } from '../widgets/search-box.tsx';
import { useAfterPicture, usePictures } from '../widgets/use-after-picture.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { ActorList } from './actor-list.tsx';
import { CameraList } from './camera-list.tsx';
import { MeshRows } from './mesh-rows.tsx';
import { PartRow } from './part-row.tsx';
import { PropList } from './prop-list.tsx';

/** The character's joints by body part, with its meshes below them; the selection is the viewport's. */
export function Outliner() {
  const character = useStudio((state) => state.document?.character ?? null);
  // The rows take longer to make than all else of the window: of a character that was opened they come after that.
  const shown = useAfterPicture(character);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    new Set(['Trunk', 'Left arm', 'Right arm', 'Left leg', 'Right leg', 'Head']),
  );
  return (
    <div className="panel outliner" data-panel="outliner" tabIndex={-1}>
      <ActorList />
      <PropList />
      <CameraList />
      <SearchBox label="Find a joint" placeholder="Find a joint" value={search} onChange={setSearch} />
      {shown === character && <JointTree search={search} opened={opened} onOpened={setOpened} />}
    </div>
  );
}

interface JointTreeProps {
  readonly search: string;
  /** The body parts whose joints are shown. */
  readonly opened: ReadonlySet<string>;
  readonly onOpened: (parts: ReadonlySet<string>) => void;
}

function JointTree({ search, opened, onOpened }: JointTreeProps) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const scene = useStudio((state) => state.document?.character.scene ?? null);
  const joint = useStudio(selectedJoint);
  const chosen = useStudio(selectedKeys);
  /** What was chosen here last: it knows from which row Shift goes on. */
  const [last, setLast] = useState<Selection>(new Set());
  const parts = useMemo(() => {
    if (!rig) return [];
    const wanted = search.trim().toLowerCase();
    const isWanted = (each: number) =>
      `${jointLabel(rig, each)} ${rig.skeleton.names[each] ?? ''}`.toLowerCase().includes(wanted);
    return [...jointsByBodyPart(rig)]
      .filter(([part]) => part !== 'Expressions')
      .map(([part, joints]) => ({ part, joints: joints.filter(isWanted) }))
      .filter(({ joints }) => joints.length > 0);
  }, [rig, search]);
  const meshes = useMemo(() => {
    const named = scene?.meshNodes.map((node) => ({ node, name: scene.nodes[node]!.name || `Node ${node}` })) ?? [];
    // One mesh alone is the character, which the viewport's own switch hides.
    return named.length > 1 ? named.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())) : [];
  }, [scene, search]);
  // Body parts open one after another, each in a task of its own: between them the window answers.
  const openings = usePictures(parts.length);
  const waiting: readonly string[] = parts.slice(openings).flatMap(({ part }) => (opened.has(part) ? [part] : []));
  const open = [...opened].filter((part) => !waiting.includes(part));
  const partOfSelected = parts.find(({ joints }) => joint !== null && joints.includes(joint))?.part;
  const expanded =
    search === ''
      ? new Set([...open, ...(partOfSelected ? [partOfSelected] : [])])
      : new Set([...parts.map(({ part }) => part), 'Meshes']);
  return (
    <Tree
      className="tree"
      aria-label="Joints"
      selectionMode="multiple"
      selectionBehavior="replace"
      selectedKeys={keysOf(jointsOfKeys(parts, last)) === chosen ? last : chosen.split(' ').filter((key) => key !== '')}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onOpened(new Set([...[...keys].map(String), ...waiting]))}
      onSelectionChange={(keys) => {
        setLast(keys);
        selectAll(studio, rig ? jointsOfKeys(parts, keys).map((each) => rowSelection(rig, each)) : []);
      }}
      renderEmptyState={() => <p className="empty">{rig ? 'No joint is called that.' : 'No character is open.'}</p>}
    >
      {rig && parts.map(({ part, joints }) => <PartRow key={part} part={part} joints={joints} rig={rig} />)}
      {meshes.length > 0 && <MeshRows meshes={meshes} />}
    </Tree>
  );
}

/** The keys of the rows of what is selected, as one text, so that it is the same while the selection is. */
function selectedKeys(state: StudioState): string {
  return keysOf(selectedJoints(state));
}

function keysOf(joints: readonly number[]): string {
  return joints.map((joint) => `joint-${joint}`).join(' ');
}

type Parts = readonly { readonly part: BodyPart; readonly joints: readonly number[] }[];

/** The joints of rows, those of a body part for its own, each once and what was chosen last first. */
function jointsOfKeys(parts: Parts, keys: Selection): readonly number[] {
  const all =
    keys === 'all' ? parts.flatMap(({ joints }) => joints) : [...keys].flatMap((key) => jointsOfKey(parts, String(key)));
  return [...new Set(all)].toReversed();
}

function jointsOfKey(parts: Parts, key: string): readonly number[] {
  if (key.startsWith('joint-')) return [Number(key.slice('joint-'.length))];
  return parts.find(({ part }) => part === key)?.joints ?? [];
}
