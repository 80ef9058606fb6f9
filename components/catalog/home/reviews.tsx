import { Star } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** The static block of reviews. */
export function Reviews() {
  const t = useTranslations('home.reviews');
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-5 text-2xl font-bold">
        {t('title')}
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {(['one', 'two', 'three'] as const).map((key) => (
          <li key={key}>
            <figure className="flex h-full flex-col rounded-card border border-line bg-surface p-5">
              <div aria-hidden className="mb-3 flex gap-0.5 text-club">
                {[1, 2, 3, 4, 5].map((star) => (
                  <Star key={star} className="size-4 fill-current" />
                ))}
              </div>
              <blockquote className="flex-1 text-pretty">«{t(key)}»</blockquote>
              <figcaption className="mt-4 text-sm text-muted">{t(`${key}By`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
