import { missingPageId } from '@/components/nav/missing-page-id';
import { NotFoundMessage } from '@/components/ui/errors/not-found-message';

/**
 * The 404 of the shop's pages, with the navigation. It redirects people who may see an unpublished product to its
 * preview.
 */
export default function ShopNotFound() {
  return (
    <div
      id={missingPageId}
      className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center"
    >
      <NotFoundMessage />
    </div>
  );
}
