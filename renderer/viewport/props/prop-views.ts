import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { MadeShape } from '../../../core/document/project-data.ts';
import type { Frame } from '../../../core/math/frame.ts';
import type { ShownProp } from '../../state/props/shown-props.ts';
import { createShapeMaterial, createShapeView, type PropView } from './shape-view.ts';

/** The props that are on the scene. */
export interface PropViews {
  /** Shows these and no others; true where one is new, gone or elsewhere, so that shadows are drawn again. */
  show(props: readonly ShownProp[]): boolean;
  /** All that is drawn of them; the same list while it is the same props in the same forms. */
  meshes(): readonly AbstractMesh[];
  dispose(): void;
}

/** A prop as it was drawn last. */
interface Drawn {
  readonly form: MadeShape;
  readonly view: PropView;
  frame: Frame | null;
}

/** Keeps the meshes of props in step with what is shown. */
export function createPropViews(scene: Scene): PropViews {
  const material = createShapeMaterial(scene);
  const drawn = new Map<string, Drawn>();
  let meshes: readonly AbstractMesh[] = [];

  const remove = (id: string): void => {
    drawn.get(id)?.view.dispose();
    drawn.delete(id);
  };
  /** True where it is drawn anew. */
  const draw = (prop: ShownProp['prop']): boolean => {
    const { id, form } = prop;
    if (drawn.get(id)?.form === form) return false;
    remove(id);
    drawn.set(id, { form, view: createShapeView(scene, form, material), frame: null });
    return true;
  };
  return {
    show: (props) => {
      const shown = new Set(props.map(({ prop }) => prop.id));
      const gone = [...drawn.keys()].filter((id) => !shown.has(id));
      for (const id of gone) remove(id);
      let isOther = gone.length > 0;
      for (const { prop } of props) isOther = draw(prop) || isOther;
      let isMoved = isOther;
      for (const { prop, frame } of props) {
        const each = drawn.get(prop.id);
        if (!each || (each.frame && isSameFrame(each.frame, frame))) continue;
        each.view.place(frame);
        each.frame = frame;
        isMoved = true;
      }
      if (isOther) meshes = [...drawn.values()].flatMap(({ view }) => view.meshes);
      return isMoved;
    },
    meshes: () => meshes,
    dispose: () => {
      for (const id of drawn.keys()) remove(id);
      material.dispose();
    },
  };
}

function isSameFrame(a: Frame, b: Frame): boolean {
  return a.position.every((value, axis) => value === b.position[axis]) && a.rotation.every((value, i) => value === b.rotation[i]);
}
