import type { ReactNode } from 'react';

type Props = { title: string; top?: ReactNode; children: ReactNode };

/** Card of a summary: item, then price. */
export function SummaryFrame({ title, top, children }: Props) {
  return (
    <section aria-labelledby="summary" className="space-y-5 rounded-card border border-line bg-surface p-5">
      <h2 id="summary" className="text-xl font-bold">
        {title}
      </h2>
      {top}
      {children}
    </section>
  );
}
