import type { ReactNode, SVGProps } from 'react';
import { classNames } from '@/components/ui/class-names';

type Props = Omit<SVGProps<SVGSVGElement>, 'children'>;

/** An icon of 24 pixels in the colour of the text around it; classes change both. Without a name of its own it says nothing. */
export type Icon = (props: Props) => ReactNode;

/**
 * An icon by its name in a file that browsers keep for ever. A page names it in a few bytes, where its drawing would stand
 * in the HTML and again in what React reads.
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
