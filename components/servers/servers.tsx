import { getLocale, getTranslations } from 'next-intl/server';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { listProductsWithActions, listServers, type OwnServer } from '@/lib/servers/own';
import { ServerForm } from './server-form-client';
import { ServerTools } from './server-tools-client';

/** Longest time without contact: AzLink calls once a minute. */
const silentMs = 10 * 60_000;

const stateOf = ({ contactAt }: OwnServer) => {
  if (!contactAt) return 'never';
  return Date.now() - Date.parse(contactAt) < silentMs ? 'live' : 'silent';
};

const stateTone = { live: 'text-good', silent: 'text-bad', never: 'text-warn' } as const;

async function ServerCard({ server, siteUrl }: { server: OwnServer; siteUrl: string }) {
  const t = await getTranslations('servers');
  const state = stateOf(server);
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-lg font-bold wrap-anywhere">{server.name}</h2>
          <p className="text-sm text-muted">
            {[
              t(`kinds.${server.kind}`),
              t(`identities.${server.identity}`),
              server.prefix && t('withPrefix', { prefix: server.prefix }),
              t('keyEnd', { end: server.keyEnd }),
              server.wakeUrl && t('woken', { url: server.wakeUrl }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p className="text-sm">
          <span className={`block font-semibold ${stateTone[state]}`}>{t(`states.${state}`)}</span>
          {server.contactAt && (
            <span className="block text-muted">
              <span>{t('lastContact')}</span> <Time at={server.contactAt} look="moment" />
            </span>
          )}
        </p>
      </div>
      {server.contactAt && (
        <p className="text-sm text-muted">
          {[
            server.platform,
            server.plugin && t(`versions.${server.kind}`, { version: server.plugin }),
            server.maxPlayers !== null && t('players', { players: server.players, most: server.maxPlayers }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {server.waiting > 0 && (
        <Link
          href={`/dashboard/servers/queue?servidor=${server.id}`}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline"
        >
          {t('waiting', { count: server.waiting })}
        </Link>
      )}
      <ServerTools server={server} siteUrl={siteUrl} />
    </li>
  );
}

/** A creator's game servers, a form for a new one, and the products with server actions. */
export async function Servers() {
  await requireMe('/dashboard/servers');
  const [t, locale] = await Promise.all([getTranslations('servers'), getLocale()]);
  const [servers, products] = await Promise.all([listServers(), listProductsWithActions(locale)]);
  const siteUrl = env().SITE_URL;
  return (
    <MoreClientMessages namespaces={['servers']}>
      <div className="space-y-8">
        <DashboardNav current="servers" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/dashboard/servers/help">{t('help')}</ButtonLink>
            <ButtonLink href="/developers#deliveries">{t('reference')}</ButtonLink>
            <ButtonLink href="/dashboard/servers/queue">{t('queue.title')}</ButtonLink>
          </div>
        </div>
        <p className="max-w-prose text-muted">{t('text')}</p>
        {servers.length > 0 && (
          <ul className="space-y-3" aria-label={t('title')}>
            {servers.map((server) => (
              <ServerCard key={server.id} server={server} siteUrl={siteUrl} />
            ))}
          </ul>
        )}
        <section aria-labelledby="new-server" className="space-y-4">
          <h2 id="new-server" className="text-xl font-bold">
            {t('add')}
          </h2>
          <ServerForm siteUrl={siteUrl} />
        </section>
        {servers.length > 0 && (
          <section aria-labelledby="products" className="space-y-4">
            <h2 id="products" className="text-xl font-bold">
              {t('products')}
            </h2>
            {products.length === 0 && <p className="text-muted">{t('noProducts')}</p>}
            <ul className="divide-y divide-line rounded-card border border-line bg-surface empty:hidden">
              {products.map((product) => (
                <li key={product.id}>
                  <Link
                    href={`/dashboard/servers/product/${product.id}`}
                    className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:bg-raised"
                  >
                    <span className="min-w-0 font-semibold wrap-anywhere">{product.name}</span>
                    <span className="text-sm text-muted">{t('actionCount', { count: product.actions })}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </MoreClientMessages>
  );
}
