import type { ReactNode, SVGProps } from 'react';
import { classNames } from '@/components/ui/class-names';

type Props = Omit<SVGProps<SVGSVGElement>, 'children'>;

/** A 24-pixel icon in the text's colour; classes override both. Hidden from screen readers without a label. */
export type Icon = (props: Props) => ReactNode;

/**
 * An icon in a sprite that browsers cache permanently. A page references it in a few bytes instead of containing the
 * drawing in its HTML and again in React's payload.
 */
/* @__NO_SIDE_EFFECTS__ */ export function icon(file: { src: string }, name: string): Icon {
  const href = `${file.src}#${name}`;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, never while rendering
  return function DrawnIcon({ className, ...rest }) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: whoever shows it says what it means, or hides it
      <svg aria-hidden={!('aria-label' in rest)} className={classNames('icon', className)} {...rest}>
        <use href={href} />
      </svg>
    );
  };
}
