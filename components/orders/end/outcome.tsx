import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

const tones = { good: 'text-good', bad: 'text-bad', warn: 'text-warn', plain: 'text-link', club: 'text-club-ink' };

type Props = {
  tone: keyof typeof tones;
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Result of a purchase: an icon, a sentence and the next steps. */
export function Outcome({ tone, icon, title, children, actions }: Props) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center shadow-card">
      <span
        aria-hidden
        className={classNames('grid size-20 place-items-center rounded-full bg-raised [&>svg]:size-10', tones[tone])}
      >
        {icon}
      </span>
      <h1 tabIndex={-1} className="text-3xl font-extrabold outline-none">
        {title}
      </h1>
      <div className="space-y-2 text-muted">{children}</div>
      {actions && <div className="mt-2 flex w-full flex-col justify-center gap-3 sm:w-auto sm:flex-row">{actions}</div>}
    </section>
  );
}
