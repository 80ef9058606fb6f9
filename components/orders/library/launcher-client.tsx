'use client';

import { useTranslations } from 'next-intl';
import { Reserved } from '@/components/orders/reserved';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { Dialog } from '@/components/ui/dialog-client';
import { CircleCheck, Download, Gift } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import type { LibraryItem } from '@/lib/orders/library/types';
import { isByName, isReserved } from '@/lib/orders/types';
import { VersionList } from './version-list';

function Note({ icon: Icon, title, text }: { icon: typeof Download; title: string; text?: string }) {
  return (
    <p className="flex items-start gap-3">
      <Icon aria-hidden className="size-6 shrink-0 text-good" />
      <span>
        <b className="block">{title}</b>
        {text && <span className="text-sm text-muted">{text}</span>}
      </span>
    </p>
  );
}

function Offer({ item }: { item: LibraryItem }) {
  const t = useTranslations('library');
  const orders = useTranslations('orders.download');
  if (item.download === 'disponible') {
    return (
      <a
        href={`/api/download/${item.id}`}
        className={buttonStyles({ variant: 'buy', size: 'large', className: 'w-full' })}
      >
        <Download aria-hidden className="size-5" />
        {t('download')}
      </a>
    );
  }
  if (isByName(item.download)) {
    const kind = item.download === 'en_whitelist' ? 'whitelist' : 'byName';
    return <Note icon={CircleCheck} title={t(kind)} text={t(`${kind}Text`, { name: item.minecraftName ?? '' })} />;
  }
  if (item.download === 'sin_nombre') return <Note icon={Gift} title={t('unopened')} text={t('unopenedText')} />;
  if (isReserved(item.download)) {
    return <Reserved state={item.download} minecraftName={item.minecraftName} releaseDate={item.releaseDate} />;
  }
  if (item.download === 'en_cuarentena') return <p>{orders('quarantine')}</p>;
  return (
    <p>
      {t('missing')}{' '}
      <Link href="/support" className="font-semibold text-link underline">
        {t('contact')}
      </Link>
    </p>
  );
}

/** Actions of a product in the library. */
export function Launcher({ item, onClose }: { item: LibraryItem; onClose: () => void }) {
  const t = useTranslations('library');
  const origins = useTranslations('orders.origins');
  return (
    <Dialog
      title={item.edition ? `${item.name} · ${item.edition}` : item.name}
      description={item.about || t('noDescription')}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <div className="mt-5 space-y-5">
        <Offer item={item} />
        <dl className="grid grid-cols-2 gap-3 text-sm">
          {item.minecraftName && (
            <div>
              <dt className="text-muted">{t('minecraft')}</dt>
              <dd className="font-semibold">{item.minecraftName}</dd>
            </div>
          )}
          <div>
            <dt className="text-muted">{t('origin')}</dt>
            <dd className="font-semibold">{origins(item.origin)}</dd>
          </div>
        </dl>
        {item.versions.length > 0 && (
          <section aria-label={t('versions')}>
            <h3 className="mb-2 font-bold">{t('versions')}</h3>
            <VersionList versions={item.versions} />
          </section>
        )}
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink href={`/profile/order/${item.id}`}>{t('order')}</ButtonLink>
          {item.slug && <ButtonLink href={`/p/${item.slug}`}>{t('product')}</ButtonLink>}
        </div>
      </div>
    </Dialog>
  );
}
