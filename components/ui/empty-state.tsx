import type { ReactNode } from 'react';

/** Message of an empty list: the reason and the next step. */
export function EmptyState({ icon, title, children }: { icon: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-6 py-16 text-center">
      <span aria-hidden className="text-muted [&>svg]:size-10">
        {icon}
      </span>
      <p className="text-lg font-medium">{title}</p>
      {children}
    </div>
  );
}
