import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Frame } from '../../../core/math/frame.ts';
import type { PropForm } from '../../../core/document/project-data.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { MISSING } from '../../state/props/prop-shape.ts';
import type { ShownProp } from '../../state/props/shown-props.ts';
import { createFileView } from './file-view.ts';
import { createShapeMaterial, createShapeView, type PropView } from './shape-view.ts';

/** The props that are on the scene. */
export interface PropViews {
  /** Shows these and no others; true where one is new, gone or elsewhere, so that shadows are drawn again. */
  show(props: readonly ShownProp[]): boolean;
  /** All that is drawn of them; the same list while it is the same props in the same forms. */
  meshes(): readonly AbstractMesh[];
  /** Resolves when all files are on the scene; rejects with one sentence where one cannot be. */
  settled(): Promise<void>;
  dispose(): void;
}

/** A prop as it was drawn last. */
interface Drawn {
  readonly form: PropForm;
  /** The file that it is of; null for a made shape, or where the file cannot be had. */
  readonly file: OpenedCharacter | null;
  readonly view: PropView;
  frame: Frame | null;
}

/** Keeps the meshes of props in step with what is shown; `arrived` is called when those of a file are there. */
export function createPropViews(scene: Scene, arrived: () => void): PropViews {
  /** Made with the first shape: scenes without things begin without it. */
  let material: ReturnType<typeof createShapeMaterial> | null = null;
  const drawn = new Map<string, Drawn>();
  let meshes: readonly AbstractMesh[] = [];
  /** Whether other meshes are drawn than `meshes` says. */
  let isOther = false;

  const viewOf = ({ prop: { form }, file }: ShownProp): PropView => {
    if (form.kind !== 'file' || !file) {
      material ??= createShapeMaterial(scene);
      return createShapeView(scene, form.kind === 'file' ? MISSING : form, material);
    }
    return createFileView(scene, file, form.scale, () => {
      isOther = true;
      arrived();
    });
  };
  const remove = (id: string): void => {
    drawn.get(id)?.view.dispose();
    drawn.delete(id);
    isOther = true;
  };
  const draw = (shown: ShownProp): void => {
    const { id, form } = shown.prop;
    const present = drawn.get(id);
    if (present?.form === form && present.file === shown.file) return;
    remove(id);
    drawn.set(id, { form, file: shown.file, view: viewOf(shown), frame: null });
  };
  return {
    show: (props) => {
      const ids = new Set(props.map(({ prop }) => prop.id));
      for (const id of drawn.keys()) if (!ids.has(id)) remove(id);
      for (const shown of props) draw(shown);
      let isMoved = isOther;
      for (const { prop, frame } of props) {
        const each = drawn.get(prop.id)!;
        if (each.frame && isSameFrame(each.frame, frame)) continue;
        each.view.place(frame);
        each.frame = frame;
        isMoved = true;
      }
      if (isOther) meshes = [...drawn.values()].flatMap(({ view }) => view.meshes());
      isOther = false;
      return isMoved;
    },
    meshes: () => meshes,
    settled: async () => {
      await Promise.all([...drawn.values()].map(({ view }) => view.settled()));
    },
    dispose: () => {
      for (const id of drawn.keys()) remove(id);
      material?.dispose();
    },
  };
}

function isSameFrame(a: Frame, b: Frame): boolean {
  return a.position.every((value, axis) => value === b.position[axis]) && a.rotation.every((value, i) => value === b.rotation[i]);
}
