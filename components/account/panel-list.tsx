import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';

type Item = { id: string; href: string; imageUrl: string | null; title: string; note: string };

/** A collapsible list of the account panel. */
export function PanelList({ title, empty, items }: { title: string; empty: string; items: Item[] }) {
  return (
    <details open className="rounded-card border border-line bg-surface px-5 pb-4">
      <summary className="flex min-h-14 items-center justify-between text-lg font-bold">{title}</summary>
      {items.length === 0 && <p className="pb-2 text-muted">{empty}</p>}
      <ul className="empty:hidden">
        {items.map((item) => (
          <li key={item.id}>
            <Link href={item.href} className="flex min-h-16 items-center gap-4 rounded-control px-2 hover:bg-raised">
              {item.imageUrl && (
                <Picture
                  src={item.imageUrl}
                  alt=""
                  width={36}
                  height={48}
                  sizes="64px"
                  className="h-12 w-9 rounded object-cover"
                />
              )}
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate font-medium">{item.title}</span>
                <span className="text-sm text-muted">{item.note}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
