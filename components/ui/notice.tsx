import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const tones = {
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
  plain: 'border-line text-muted',
};

const roles = { good: 'status', warn: undefined, bad: 'alert', plain: undefined };

type Props = ComponentProps<'div'> & { tone: keyof typeof tones };

/** A permanent message. `bad` is announced assertively, `good` politely. */
export function Notice({ tone, className, ...rest }: Props) {
  return (
    <div
      role={roles[tone]}
      {...rest}
      className={classNames('rounded-control border bg-surface px-4 py-3 text-sm font-medium', tones[tone], className)}
    />
  );
}
