import type { ComponentProps } from 'react';

type Props = ComponentProps<'form'> & {
  /** The filters in the address. */
  shown: string;
};

/**
 * A GET form with the filters of a list, which follows the address: after a link, React keeps the first default of a
 * select, and after the back button the browser keeps the last choice.
 */
export const ListForm = ({ shown, ...rest }: Props) => <form key={shown} autoComplete="off" {...rest} />;
