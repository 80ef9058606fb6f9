import { useTranslations } from 'next-intl';
import { HeartHandshake, LifeBuoy, LockKeyhole, Zap } from '@/components/ui/icons/shop';

const benefits = [
  { key: 'instant', Icon: Zap },
  { key: 'creators', Icon: HeartHandshake },
  { key: 'safe', Icon: LockKeyhole },
  { key: 'support', Icon: LifeBuoy },
] as const;

export function Benefits() {
  const t = useTranslations('home.benefits');
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="sr-only">
        {t('title')}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {benefits.map(({ key, Icon }) => (
          <li key={key} className="rounded-card border border-line bg-surface p-5">
            <Icon aria-hidden className="mb-3 size-6 text-link" />
            <h3 className="font-semibold">{t(key)}</h3>
            <p className="mt-1 text-sm text-muted">{t(`${key}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
