import type { ComponentProps } from 'react';
import { LoaderCircle } from '@/components/ui/icons/shop';
import { type ButtonLook, buttonStyles } from './button-styles';

type Props = ComponentProps<'button'> & ButtonLook & { pending?: boolean };

export function Button({
  variant,
  size,
  className,
  pending = false,
  disabled,
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonStyles({ variant, size, className })}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {/* Browser translation replaces text nodes; React inserts the spinner before an element, which stays. */}
      <span className="contents">{children}</span>
    </button>
  );
}
