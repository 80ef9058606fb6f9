import { createContext, useContext } from 'react';

type UploadOwner = {
  /** The product or the draft that the form is about; null while it is about none. */
  id: string | null;
  /** Answers that id, and begins a draft where there is none: an upload has to belong to something. */
  begin: () => string;
};

/** What the uploads of a form belong to. */
export const UploadOwner = createContext<UploadOwner>({ id: null, begin: () => '' });

/** The place of a field, apart from those of other products: the browser remembers its upload under it. */
export function useUploadPlace(field: string) {
  const { id, begin } = useContext(UploadOwner);
  const keyOf = (owner: string) => `${owner}-${field}`;
  return { known: id && keyOf(id), begin: () => keyOf(begin()) };
}
