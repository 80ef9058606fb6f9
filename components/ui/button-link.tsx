import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyles } from './button-styles';

type Props = ComponentProps<typeof Link> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyles({ variant, size, className })} />;
}
