import type { ProductDraft } from '@/lib/publish/types';

const fileSides = ['proposed', 'onSale', 'sentBack'] as const;
type FileSide = (typeof fileSides)[number];
/** Use of a file: version of the text, and product or edition. */
export type FileUse = { side: FileSide; edition: string | null };

/** Every download that some drafts name, old and new, with where it is named; what is proposed comes first. */
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
