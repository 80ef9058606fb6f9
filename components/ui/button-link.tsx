import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyles } from './button-styles';
import { Link } from './link-client';

type Props = ComponentProps<typeof Link> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyles({ variant, size, className })} />;
}
