import type { Category } from '@/lib/catalog/categories';
import type { Version } from '@/lib/catalog/types';
import type { DownloadState, OrderOrigin } from '@/lib/orders/types';

/** A page of a library, and the cursor of the next one; null on the last page. */
export type LibraryPage = { items: LibraryItem[]; next: string | null };

/** A product in its owner's library. */
export type LibraryItem = {
  /** Id of the acquisition; the stored order is a list of these ids. */
  id: string;
  /** Null while it has no page: archived, or not on sale. */
  slug: string | null;
  name: string;
  edition: string | null;
  about: string;
  category: Category;
  coverUrl: string;
  coverBlur: string | null;
  origin: OrderOrigin;
  /** Null for an unopened gift. */
  minecraftName: string | null;
  releaseDate: string | null;
  download: Exclude<DownloadState, 'revocado'>;
  /** Newest first. */
  versions: Version[];
};
