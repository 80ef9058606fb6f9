import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import type { BasketItem } from '@/lib/checkout/types';

/** Products of a bundle, each with its cover and link. */
export function BundleContents({ item }: { item: BasketItem }) {
  const t = useTranslations('cart');
  if (item.contents.length === 0) return null;
  return (
    <div className="w-full pt-3">
      <p className="text-sm text-muted">{t('contents', { count: item.contents.length })}</p>
      <ul aria-label={t('contents', { count: item.contents.length })} className="mt-1 space-y-1">
        {item.contents.map(({ slug, name, coverUrl, coverBlur }) => (
          <li key={slug}>
            <Link
              href={`/p/${slug}`}
              className="flex min-h-11 min-w-0 items-center gap-3 text-sm font-medium hover:text-link"
            >
              <Picture
                src={coverUrl}
                alt=""
                width={30}
                height={40}
                sizes="64px"
                blur={coverBlur}
                className="aspect-3/4 h-10 w-7.5 shrink-0 rounded object-cover"
              />
              <span className="min-w-0">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
