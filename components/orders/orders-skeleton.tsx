import { Skeleton } from '@/components/ui/skeleton';

/** The shape of an order history that is being read. */
export function OrdersSkeleton() {
  return (
    <div className="space-y-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-32 rounded-card" />
      ))}
    </div>
  );
}

/** The shape of an order: its headline, its cover, and what can be done with it. */
export function OrderSkeleton() {
  return (
    <div className="space-y-5">
      <Skeleton className="h-11 w-48" />
      <Skeleton className="h-16" />
      <div className="grid gap-5 sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <Skeleton className="aspect-3/4 w-28 sm:w-full" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
