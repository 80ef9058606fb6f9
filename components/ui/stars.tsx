import { Star } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';

type Props = { value: number; label: string; className?: string };

/** Five stars for a value, rounded to halves. */
export function Stars({ value, label, className }: Props) {
  const halves = Math.round(value * 2) / 2;
  return (
    <span role="img" aria-label={label} className={classNames('inline-flex gap-0.5 text-club', className)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className="relative size-4">
          <Star aria-hidden className="absolute inset-0 size-4 opacity-40" />
          {halves > star - 1 && (
            <span className={classNames('absolute inset-0 overflow-hidden', halves < star && 'w-1/2')}>
              <Star aria-hidden className="size-4 fill-current" />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
