import type { ReactNode } from 'react';

/** Says what a control does when the pointer rests anywhere on it. */
export function Hinted({ hint, children }: { hint: string | undefined; children: ReactNode }) {
  if (hint === undefined) return children;
  return (
    <div className="hinted" title={hint}>
      {children}
    </div>
  );
}
