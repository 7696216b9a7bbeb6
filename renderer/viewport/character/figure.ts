import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { FIRST_ACTOR } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { isSamePlace, ORIGIN, type Place } from '../../../core/math/place.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { ShownProp } from '../../state/props/shown-props.ts';
import type { ActorBeside } from '../../state/scene/beside.ts';
import { boneShapes } from '../../tools/geometry/bone-shapes.ts';
import { boxOfBones, enclose, type Box, type Sphere } from '../../tools/geometry/figure-bounds.ts';
import type { Stage } from '../stage/stage.ts';
import { createPropViews } from '../props/prop-views.ts';
import { createCharacterSlot, type CharacterSlot } from './character-slot.ts';
import type { CharacterView } from './character-view.ts';
import { createPosedCharacter } from './posed-character.ts';

/** The character that is worked on, in whatever pose it is given, with its shadow, and the other actors and the props of its scene. */
export interface Figure {
  /** Brings the character of an actor onto the scene, by the actor's id, or none. What is there of others stays. */
  show(actor: string, character: OpenedCharacter | null): void;
  /** Shows these actors beside it as they stand now, and keeps those of `all` that are not shown. */
  showBeside(actors: readonly ActorBeside[], all: ReadonlySet<string>): void;
  /** Shows these props, and no others. */
  showProps(props: readonly ShownProp[]): void;
  /** Resolves when all characters asked for are on the scene; rejects with one sentence when one cannot be shown. */
  settled(): Promise<void>;
  /** Whether a character is being read that is not on the scene yet. */
  isArriving(): boolean;
  /** Puts the character, if it is there, into the pose whose joints stand at `world`. */
  pose(rig: Rig, world: WorldTransforms): void;
  /** Puts it there for a moment, while light and floor stay with the pose that was given last. */
  visit(rig: Rig, world: WorldTransforms): void;
  /** Gives the character, if it is there, the facial expressions of a pose. */
  express(rig: Rig, pose: Pose): void;
  /** Makes the next `pose` do its work even for a pose it knows. */
  forgetPose(): void;
  setVisible(visible: boolean): void;
  /** Draws all meshes but those of these nodes from now on. */
  hideMeshes(nodes: ReadonlySet<number>): void;
  /** What is drawn of it; empty while there is no character. */
  meshes(): readonly AbstractMesh[];
  /** Pictures of it that could not be decoded and are not drawn. */
  leftOut(): number;
  /** What is drawn of the actors beside it, by their ids. */
  meshesBeside(): ReadonlyMap<string, readonly AbstractMesh[]>;
  /** Boxes that hold all that is drawn of it when the joints stand at `world`: the one of the bones first. */
  boxes(rig: Rig, world: WorldTransforms): readonly Box[];
  /** A ball around all that is drawn of it when the joints stand at `world`; around the bones while there is no character. */
  bounds(rig: Rig, world: WorldTransforms): Sphere;
  nodePosition(node: number): Vec3 | null;
  dispose(): void;
}

const NOTHING: ReadonlySet<number> = new Set();

/** `arrived` is called whenever a character on the scene is another one. */
export function createFigure({ scene, lights, floor }: Stage, arrived: () => void): Figure {
  const posed = createPosedCharacter(lights, floor);
  const slots = new Map<string, CharacterSlot>();
  const places = new WeakMap<CharacterView, Place>();
  let front = FIRST_ACTOR;
  let beside: readonly CharacterView[] = [];
  const props = createPropViews(scene, arrived);
  let casters: readonly AbstractMesh[] = [];
  let things: readonly AbstractMesh[] = [];
  let throwing: readonly CharacterView[] = [];
  let visible = true;
  let hidden: ReadonlySet<number> = NOTHING;

  const slotOf = (actor: string): CharacterSlot => {
    const known = slots.get(actor);
    if (known) return known;
    const slot = createCharacterSlot(scene, () => {
      if (actor === front) posed.clear();
      arrived();
    });
    slots.set(actor, slot);
    return slot;
  };
  const present = (): CharacterView | null => slots.get(front)?.present() ?? null;

  /** Whoever throws shadows; the same list while it is the same characters. */
  const castersWith = (character: CharacterView): readonly AbstractMesh[] => {
    const now = [character, ...beside];
    const isOther = now.length !== throwing.length || now.some((view, i) => view !== throwing[i]);
    if (isOther || things !== props.meshes()) {
      throwing = now;
      things = props.meshes();
      casters = [...now.flatMap(({ meshes }) => meshes), ...things];
    }
    return casters;
  };

  /** False where it stands there already. */
  const stand = (view: CharacterView, place: Place): boolean => {
    const before = places.get(view);
    if (before && isSamePlace(before, place)) return false;
    view.stand(place);
    places.set(view, place);
    return true;
  };

  const pose = (rig: Rig, world: WorldTransforms): void => {
    const character = present();
    if (!character) return;
    stand(character, ORIGIN);
    posed.apply(character, rig, world, castersWith(character));
  };
  const boxes = (rig: Rig, world: WorldTransforms): readonly Box[] => {
    pose(rig, world);
    const both = [boxOfBones(boneShapes(rig), world), present()?.bounds() ?? null];
    return both.filter((box): box is Box => box !== null);
  };
  return {
    show: (actor, character) => {
      if (actor !== front) {
        front = actor;
        posed.clear();
      }
      slotOf(actor).show(character);
    },
    showBeside: (actors, all) => {
      for (const [id, slot] of slots) {
        if (id === front || all.has(id)) continue;
        slot.dispose();
        slots.delete(id);
      }
      let isMoved = false;
      const shown: CharacterView[] = [];
      for (const actor of actors) {
        const slot = slotOf(actor.id);
        slot.show(actor.character);
        const view = slot.present();
        if (!view) continue;
        shown.push(view);
        const isElsewhere = stand(view, actor.place);
        isMoved = posed.put(view, actor.rig, actor.world) || isElsewhere || isMoved;
        posed.express(view, actor.rig, actor.pose);
        view.setVisible(visible, NOTHING);
      }
      const ids = new Set(actors.map(({ id }) => id));
      for (const [id, slot] of slots) if (id !== front && !ids.has(id)) slot.present()?.setVisible(false, NOTHING);
      beside = shown;
      if (isMoved) posed.refreshShadow();
    },
    showProps: (shown) => {
      if (props.show(shown)) posed.refreshShadow();
    },
    settled: async () => {
      await Promise.all([...[...slots.values()].map((slot) => slot.settled()), props.settled()]);
    },
    isArriving: () => slots.get(front)?.isArriving() ?? false,
    pose,
    visit: (rig, world) => {
      const character = present();
      if (character) posed.put(character, rig, world);
    },
    express: (rig, shown) => {
      const character = present();
      if (character) posed.express(character, rig, shown);
    },
    forgetPose: posed.forget,
    setVisible: (shown) => {
      visible = shown;
      present()?.setVisible(visible, hidden);
    },
    hideMeshes: (nodes) => {
      hidden = nodes;
      present()?.setVisible(visible, hidden);
    },
    meshes: () => present()?.meshes ?? [],
    leftOut: () => present()?.leftOut ?? 0,
    meshesBeside: () =>
      new Map([...slots].flatMap(([id, slot]) => (id === front ? [] : [[id, slot.present()?.meshes ?? []] as const]))),
    boxes,
    bounds: (rig, world) => enclose(boxes(rig, world), rig.report.height),
    nodePosition: (node) => present()?.nodePosition(node) ?? null,
    dispose: () => {
      for (const slot of slots.values()) slot.dispose();
      slots.clear();
      props.dispose();
    },
  };
}
