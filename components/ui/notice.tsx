import type { ReactNode } from 'react';
import { classNames } from './class-names';

const tones = {
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
  plain: 'border-line text-muted',
};

/** A message that stays on the page. A `bad` one is announced at once. */
export function Notice({
  tone,
  children,
  className,
}: {
  tone: keyof typeof tones;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={classNames('rounded-control border bg-surface px-4 py-3 text-sm font-medium', tones[tone], className)}
    >
      {children}
    </div>
  );
}
