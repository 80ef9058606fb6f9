import type { ComponentProps } from 'react';

type Props = ComponentProps<'form'> & {
  /** What the address asks for. */
  shown: string;
};

/**
 * A GET form with the filters of a list, which follows the address: React keeps the first default of a select after a link,
 * and the browser the last choice after the back button.
 */
export const ListForm = ({ shown, ...rest }: Props) => <form key={shown} autoComplete="off" {...rest} />;
