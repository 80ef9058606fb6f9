import { classNames } from './class-names';

const variants = {
  buy: 'bg-buy text-on-buy not-disabled:shadow-glow hover:bg-buy-strong',
  club: 'bg-club text-on-club hover:brightness-110',
  secondary: 'border border-line bg-raised text-ink hover:border-link',
  ghost: 'text-ink hover:bg-raised',
  danger: 'bg-bad-strong text-on-buy hover:brightness-110',
} as const;

const sizes = { medium: 'min-h-11 px-4 text-sm', large: 'min-h-13 px-6 text-base' } as const;

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string };

/** Style of buttons and of links that look like buttons; at least 44 px high. */
export function buttonStyles({ variant = 'secondary', size = 'medium', className }: ButtonLook): string {
  return classNames('button', variants[variant], sizes[size], className);
}
