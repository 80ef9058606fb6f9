import { getTranslations } from 'next-intl/server';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { type Hook, listHooks } from '@/lib/hooks/own';
import { HookForm } from './hook-form-client';
import { HookTools } from './hook-tools-client';

async function HookCard({ hook }: { hook: Hook }) {
  const t = await getTranslations('hooks');
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-mono font-semibold wrap-anywhere">{hook.url}</h2>
          <p className="text-sm text-muted">{hook.topics.map((topic) => t(`topics.${topic}`)).join(' · ')}</p>
        </div>
        <p className="text-sm">
          <span className={`block font-semibold ${hook.pause ? 'text-bad' : 'text-good'}`}>
            {t(`states.${hook.pause ?? 'live'}`)}
          </span>
          <span className="block text-muted">
            {hook.deliveredAt ? (
              <>
                {t('delivered')} <Time at={hook.deliveredAt} look="moment" />
              </>
            ) : (
              t('neverDelivered')
            )}
          </span>
        </p>
      </div>
      {hook.formerSecretUntil && (
        <p className="text-sm text-muted">
          {t('formerSecret')} <Time at={hook.formerSecretUntil} look="moment" />
        </p>
      )}
      {hook.waiting > 0 && (
        <Link
          href={`/dashboard/webhooks/log?webhook=${hook.id}&estado=esperando`}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline"
        >
          {t('waiting', { count: hook.waiting })}
        </Link>
      )}
      <HookTools hook={hook} />
    </li>
  );
}

/** A creator's addresses for webhooks, and a form for a new one. */
export async function Hooks() {
  await requireMe('/dashboard/webhooks');
  const [t, hooks] = await Promise.all([getTranslations('hooks'), listHooks()]);
  return (
    <MoreClientMessages namespaces={['hooks']}>
      <div className="space-y-8">
        <DashboardNav current="webhooks" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/developers#webhooks">{t('reference')}</ButtonLink>
            <ButtonLink href="/dashboard/webhooks/log">{t('log.title')}</ButtonLink>
          </div>
        </div>
        <p className="max-w-prose text-muted">{t('text')}</p>
        {hooks.length > 0 && (
          <ul className="space-y-3" aria-label={t('title')}>
            {hooks.map((hook) => (
              <HookCard key={hook.id} hook={hook} />
            ))}
          </ul>
        )}
        <section aria-labelledby="new-hook" className="space-y-4">
          <h2 id="new-hook" className="text-xl font-bold">
            {t('add')}
          </h2>
          <HookForm />
        </section>
      </div>
    </MoreClientMessages>
  );
}
