import { createContext, useContext } from 'react';

type UploadOwner = {
  /** Id of the form's product or draft; null if it has none yet. */
  id: string | null;
  /** Returns that id; starts a draft if there is none, because an upload needs an owner. */
  begin: () => string;
};

/** Owner of a form's uploads. */
export const UploadOwner = createContext<UploadOwner>({ id: null, begin: () => '' });

/** Storage key of a field's upload, unique per product. */
export function useUploadKey(field: string) {
  const { id, begin } = useContext(UploadOwner);
  const keyOf = (owner: string) => `${owner}-${field}`;
  return { known: id && keyOf(id), begin: () => keyOf(begin()) };
}

/** Storage keys of uploads of any field; creates an owner if there is none. */
export function useUploadKeys(): (field: string) => string {
  const { begin } = useContext(UploadOwner);
  return (field) => `${begin()}-${field}`;
}
