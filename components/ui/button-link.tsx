import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyles } from './button-styles';
import { CarefulLink } from './careful-link-client';

type Props = ComponentProps<typeof CarefulLink> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: Props) {
  return <CarefulLink {...rest} className={buttonStyles({ variant, size, className })} />;
}
