import type { CharacterScene } from '../../skeleton/scene.ts';
import { writeChannel } from './animation-sampling.ts';
import type { ChannelPath, NodeChannel } from './gltf-animation.ts';
import { writeComposed, writeProduct } from './matrix.ts';
import { parentsFirst } from './scene-worlds.ts';

/** A scene in motion, moment by moment. */
export interface AnimatedWorlds {
  /** 16 × nodes: the world matrices of the moment that was asked for last, column after column; zeros where nobody wants them. */
  readonly matrices: Float64Array;
  /** Works out the moment at `time` (seconds). Allocates nothing. */
  moveTo(time: number): void;
}

/** Numbers of a node: translation, rotation, scale. */
const LOCAL = 10;
const PLACE: Readonly<Record<ChannelPath, number>> = { translation: 0, rotation: 3, scale: 7 };

/**
 * The world matrices that `channels` make of a scene, nodes without any staying as the scene has them. Where only some nodes are `wanted`, these and
 * the nodes above them are worked out. For many moments of one animation: `worldMatrices` is for one.
 */
export function createAnimatedWorlds(
  scene: Pick<CharacterScene, 'nodes'>,
  channels: readonly NodeChannel[],
  wanted?: Iterable<number>,
): AnimatedWorlds {
  const { nodes } = scene;
  const order = Int32Array.from(parentsFirst(scene, wanted));
  const reached = new Set(order);
  const motion: Motion = {
    moving: channels.filter(({ node }) => reached.has(node)),
    order,
    parents: Int32Array.from(nodes, ({ parent }) => parent),
    locals: Float64Array.from(nodes.flatMap(({ translation, rotation, scale }) => [...translation, ...rotation, ...scale])),
    matrices: new Float64Array(16 * nodes.length),
    own: new Float64Array(16),
  };
  return { matrices: motion.matrices, moveTo: (time) => writeWorlds(motion, time) };
}

interface Motion {
  readonly moving: readonly NodeChannel[];
  /** The nodes that are worked out, parents first. */
  readonly order: Int32Array;
  readonly parents: Int32Array;
  /** LOCAL a node, as the moment has them. */
  readonly locals: Float64Array;
  readonly matrices: Float64Array;
  /** Scratch: the matrix of a node in its parent. */
  readonly own: Float64Array;
}

/** Works out a moment. It stands outside {@link createAnimatedWorlds}: engines compile a function anew for each closure that is made of it. */
function writeWorlds({ moving, order, parents, locals, matrices, own }: Motion, time: number): void {
  for (let c = 0; c < moving.length; c++) {
    const channel = moving[c]!;
    writeChannel(channel, time, locals, LOCAL * channel.node + PLACE[channel.path]);
  }
  for (let i = 0; i < order.length; i++) {
    const node = order[i]!;
    const parent = parents[node]!;
    if (parent < 0) {
      writeComposed(locals, LOCAL * node, matrices, 16 * node);
    } else {
      writeComposed(locals, LOCAL * node, own, 0);
      writeProduct(matrices, 16 * parent, own, 0, matrices, 16 * node);
    }
  }
}
