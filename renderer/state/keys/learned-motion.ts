import type { MotionTable } from '../../../core/animation/propose/learned/motion-table.ts';

/** What in-betweens have learned of captured motion, beside the page. */
const ADDRESS = './motion-table.bin';

let loading: Promise<MotionTable> | null = null;

/** What in-betweens have learned of captured motion, loaded when it is first asked for; nothing where it cannot be read, and then speeds alone lead the body. */
export function learnedMotion(): Promise<MotionTable> {
  loading ??= load().catch(() => []);
  return loading;
}

async function load(): Promise<MotionTable> {
  const [answer, { readMotionTable }] = await Promise.all([
    fetch(ADDRESS),
    import('../../../core/animation/propose/learned/read-motion-table.ts'),
  ]);
  return answer.ok ? readMotionTable(new Uint8Array(await answer.arrayBuffer())) : [];
}
