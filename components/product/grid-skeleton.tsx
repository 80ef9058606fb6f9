import { Skeleton } from '@/components/ui/skeleton';

/** The shape of a product grid while it loads: six cards, three on the home page (SPEC §9). */
export function GridSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 xl:grid-cols-4">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="overflow-hidden rounded-card border border-line">
          <Skeleton className="aspect-3/4 rounded-none" />
          <div className="space-y-2 p-4">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
