import { Skeleton } from '@/components/ui/skeleton';

/** Skeleton of a loading order history. */
export function OrdersSkeleton() {
  return (
    <div className="space-y-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-32 rounded-card" />
      ))}
    </div>
  );
}

/** Skeleton of a loading order: headline, cover and actions. */
export function OrderSkeleton() {
  return (
    <div className="space-y-5">
      <Skeleton className="h-11 w-48" />
      <Skeleton className="h-16" />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <Skeleton className="aspect-3/4 w-28 sm:w-full" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
