import { classNames } from '@/components/ui/class-names';

type Props = { value: number; label: string; className?: string };

/** Five stars, rounded to halves. */
export function Stars({ value, label, className }: Props) {
  const filled = Math.round(value * 2) * 10;
  return (
    <span
      role="img"
      aria-label={label}
      style={{ backgroundSize: `${filled}% 100%` }}
      className={classNames('five-stars inline-block h-4 w-22 shrink-0 text-star', className)}
    />
  );
}
