import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { requireMe } from '@/lib/account/server';
import { isUuid } from '@/lib/core/uuid';
import { getProductActions, listServers, type OwnAction } from '@/lib/servers/own';
import { beginnings } from '@/lib/servers/presets';
import { ActionForm } from './action-form-client';
import { RemoveAction } from './remove-action-client';
import { TestPurchase } from './test-purchase-client';

async function ActionCard({ action }: { action: OwnAction }) {
  const t = await getTranslations('servers.actions');
  const isUsual =
    beginnings.every((event) => action.events.includes(event)) && action.events.length === beginnings.length;
  const facts = [
    isUsual ? t('events.beginnings') : action.events.map((event) => t(`events.${event}`)).join(', '),
    action.edition ? t('ofEdition', { edition: action.edition }) : t('anyEdition'),
    action.target === 'uno' ? action.server : t(`targets.${action.target}`),
    action.needsPlayer && t('needsPlayer'),
    action.slots > 0 && t('slotCount', { count: action.slots }),
    action.delaySeconds > 0 && t('after', { minutes: Math.round(action.delaySeconds / 60) }),
  ].filter(Boolean);
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold">{t(`presets.${action.preset}`)}</h2>
          <p className="text-sm text-muted">{facts.join(' · ')}</p>
        </div>
        <RemoveAction id={action.id} name={t(`presets.${action.preset}`)} />
      </div>
      <ul className="space-y-2">
        {action.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The commands of an action never change.
          <li key={at} className="rounded-control bg-raised p-3 font-mono text-sm wrap-anywhere">
            <span className="block">{step.command}</span>
            {step.undo && <span className="block text-muted">{t('undoneBy', { command: step.undo })}</span>}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Server actions of a product, with forms for another action and a test purchase. */
export async function ProductActions({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!isUuid(id)) notFound();
  await requireMe(`/dashboard/servers/product/${id}`);
  const [t, product, servers] = await Promise.all([
    getTranslations('servers.actions'),
    getProductActions(id, await getLocale()),
    listServers(),
  ]);
  if (!product) notFound();
  return (
    <MoreClientMessages namespaces={['servers']}>
      <div className="space-y-8">
        <div className="space-y-3">
          <BackLink href="/dashboard/servers">{t('back')}</BackLink>
          <h1 className="text-3xl font-extrabold wrap-anywhere">{t('heading', { name: product.name })}</h1>
          <p className="max-w-prose text-muted">{t('text')}</p>
        </div>
        {product.actions.length > 0 && (
          <ul className="space-y-3" aria-label={t('title')}>
            {product.actions.map((action) => (
              <ActionCard key={action.id} action={action} />
            ))}
          </ul>
        )}
        {product.actions.length > 0 && (
          <section aria-labelledby="test" className="space-y-4">
            <h2 id="test" className="text-xl font-bold">
              {t('test.title')}
            </h2>
            <TestPurchase
              productId={id}
              editions={product.editions}
              servers={product.actions.some(({ target }) => target === 'elegido') ? servers : []}
            />
          </section>
        )}
        <section aria-labelledby="new-action" className="space-y-4">
          <h2 id="new-action" className="text-xl font-bold">
            {t('add')}
          </h2>
          <ActionForm
            productId={id}
            editions={product.editions}
            servers={servers.map(({ id: serverId, name }) => ({ id: serverId, name }))}
          />
        </section>
      </div>
    </MoreClientMessages>
  );
}
