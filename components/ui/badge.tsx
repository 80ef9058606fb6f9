import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const tones = {
  plain: 'bg-raised text-ink',
  club: 'bg-club text-on-club',
  buy: 'bg-buy text-on-buy',
  good: 'bg-canvas text-good',
} as const;

export function Badge({ tone = 'plain', className, ...rest }: ComponentProps<'span'> & { tone?: keyof typeof tones }) {
  return (
    <span
      {...rest}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-xs font-bold',
        tones[tone],
        className,
      )}
    />
  );
}
