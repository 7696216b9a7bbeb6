import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** Small print at the right of the title. */
  readonly note?: string;
  /** A sign before the title. */
  readonly mark?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, note = '', mark, action, children }: SectionProps) {
  return (
    <section className="section">
      <header className="section-head">
        {mark}
        <h2>{title}</h2>
        {note !== '' && (
          <span className="faint" title={note}>
            {note}
          </span>
        )}
        {action}
      </header>
      {children}
    </section>
  );
}
