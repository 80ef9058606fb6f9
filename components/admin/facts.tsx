import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

type Props = { facts: ReadonlyArray<readonly [label: string, value: ReactNode]>; className: string };

/** Labelled facts in the panel; long ids wrap. */
export const Facts = ({ facts, className }: Props) => (
  <dl className={classNames('text-sm', className)}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt className="text-muted">{label}</dt>
        <dd className="font-semibold wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
