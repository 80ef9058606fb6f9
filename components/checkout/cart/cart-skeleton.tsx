import { Skeleton } from '@/components/ui/skeleton';

/** Skeleton of a loading cart: an item beside a summary. */
export function CartSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}
