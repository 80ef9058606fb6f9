import type { Metadata } from 'next';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Achievements } from '@/components/account/achievements';
import { AppealForm } from '@/components/account/appeal-form-client';
import { CopyUsername } from '@/components/account/copy-username-client';
import { PanelList } from '@/components/account/panel-list';
import { ReputationDialog } from '@/components/account/reputation-dialog-client';
import { Badge } from '@/components/ui/badge';
import { Pencil } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import { listFavorites } from '@/lib/account/profile/favorites';
import { getLatestOrders } from '@/lib/account/profile/latest-orders';
import { getStanding } from '@/lib/account/profile/standing';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { getOpenAppeal } from '@/lib/moderation/reports/own-appeal';

const shown = 3;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title'), robots: { index: false } };
}

/** The account panel: name, reputation, last orders and favourites. */
export default async function ProfilePage() {
  const me = await requireMe('/profile');
  const locale = await getLocale();
  const [t, names, format, orders, favorites, standing] = await Promise.all([
    getTranslations('profile'),
    getTranslations('orders'),
    getFormatter(),
    getLatestOrders(locale, shown),
    listFavorites(locale, null, shown),
    getStanding(),
  ]);
  return (
    <>
      <section className="mb-8 flex flex-wrap items-center gap-5 rounded-card border border-line bg-surface p-4 sm:p-6">
        <Link href="/profile/settings" className="group relative rounded-full">
          <Picture src={me.avatarUrl} alt="" width={96} height={96} className="size-24 rounded-full object-cover" />
          <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full border-2 border-surface bg-buy text-on-buy group-hover:bg-buy-strong">
            <Pencil aria-hidden className="size-4" />
            <span className="sr-only">{t('changeAvatar')}</span>
          </span>
        </Link>
        <div className="max-w-full min-w-0 space-y-1">
          <h1 className="flex flex-wrap items-center gap-2 text-2xl font-extrabold wrap-anywhere">
            <span>{me.displayName}</span>
            {me.club && <Badge tone="club">{t('club')}</Badge>}
          </h1>
          <CopyUsername username={me.username} />
          <ReputationDialog standing={standing} />
        </div>
      </section>
      {standing.reputation === 'deshabilitado' && (
        <div className="mb-8 rounded-card border border-line bg-surface p-4 sm:p-6">
          <AppealForm userId={me.id} supportEmail={env().SUPPORT_EMAIL} open={await getOpenAppeal(me.id)} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <PanelList
          title={t('lastOrders')}
          empty={t('noOrders')}
          items={orders.map((order) => ({
            id: order.id,
            href: `/profile/order/${order.id}`,
            imageUrl: order.coverUrl,
            title: order.name ?? names('deletedProduct'),
            note: format.dateTime(order.boughtAt, 'day'),
          }))}
        />
        <PanelList
          title={t('savedProducts')}
          empty={t('noFavorites')}
          items={favorites.products.map((product) => ({
            id: product.id,
            href: `/p/${product.slug}`,
            imageUrl: product.coverUrl,
            title: product.name,
            note: product.creator?.displayName ?? '',
          }))}
        />
      </div>
      <Achievements />
    </>
  );
}
