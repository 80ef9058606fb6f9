import { Link } from '@/components/ui/link-client';

/** Logo of the shop: an isometric block and the name; the short form hides the name on phones. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <Link
      href="/"
      prefetch={false}
      className="flex min-h-11 items-center gap-2.5 font-display text-xl font-extrabold tracking-tight"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-8">
        <path d="M16 2 29 9v14l-13 7L3 23V9z" className="fill-buy in-data-club:fill-club" />
        <path d="M3 9l13 7v14L3 23z" className="fill-buy-strong in-data-club:fill-club" />
        <path d="M16 2 29 9l-13 7L3 9z" className="fill-link in-data-club:fill-on-club" />
        <path
          d="M10 9.2v4.3c0 3 2.6 5 6 5s6-2 6-5V9.2l-3 1.6v3c0 1.300-1.200 2.200-3 2.200s-3-.9-3-2.200v-3z"
          className="fill-canvas"
        />
      </svg>
      <span className={isShort ? 'max-sm:sr-only' : undefined}>UnStore</span>
    </Link>
  );
}
