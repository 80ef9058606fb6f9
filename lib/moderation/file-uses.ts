import type { ProductDraft } from '@/lib/publish/types';

const fileSides = ['proposed', 'onSale', 'sentBack'] as const;
type FileSide = (typeof fileSides)[number];
/** Use of a file: version of the text, and product or edition. */
export type FileUse = { side: FileSide; edition: string | null };

/** Downloads of several drafts, old and new, each with its uses; proposed ones first. */
export function findFileUses(drafts: Record<FileSide, ProductDraft | null>): Map<string, FileUse[]> {
  const found = new Map<string, FileUse[]>();
  for (const side of fileSides) {
    const draft = drafts[side];
    if (!draft) continue;
    const named = [
      { edition: null, link: draft.downloadLink },
      ...draft.editions.map(({ name, downloadLink }) => ({ edition: name, link: downloadLink })),
    ];
    for (const { edition, link } of named) {
      if (link) found.set(link, [...(found.get(link) ?? []), { side, edition }]);
    }
  }
  return found;
}
