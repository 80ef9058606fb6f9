import { getFormatter, getTranslations } from 'next-intl/server';
import { TextLink } from '@/components/ui/text-link';
import type { Scope } from '@/lib/api/scopes';
import type { ApiKey } from '@/lib/api/server';
import { NewApiKey, RevokeApiKey } from './api-key-client';
import { scopeMessage } from './scope-message';

/** A creator's API keys: a form for a new one, and the existing keys with their last use. */
export async function ApiKeys({ keys }: { keys: ApiKey[] }) {
  const [t, format] = await Promise.all([getTranslations('api'), getFormatter()]);
  const day = (at: string) => format.dateTime(new Date(at), 'day');
  const expiry = (key: ApiKey) => {
    if (key.state === 'revocada') return t('revoked');
    return t(key.state === 'caducada' ? 'expired' : 'expires', { day: day(key.expiresAt) });
  };
  return (
    <>
      <div>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('text')}</p>
        <TextLink href="/developers">{t('reference')}</TextLink>
      </div>
      <NewApiKey />
      <section aria-labelledby="keys" className="space-y-3">
        <h2 id="keys" className="text-xl font-bold">
          {t('list')}
        </h2>
        {keys.length === 0 && <p className="text-muted">{t('none')}</p>}
        <ul className="space-y-3">
          {keys.map((key) => (
            <li
              key={key.id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">
                  {key.name} <span className="font-mono text-sm text-muted">unst_…{key.hint}</span>
                </p>
                <p className="text-sm text-muted">
                  {key.scopes.map((scope: Scope) => t(scopeMessage(scope))).join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  <span className={key.state === 'vigente' ? 'font-semibold text-good' : 'font-semibold'}>
                    {expiry(key)}
                  </span>
                  {' · '}
                  {key.usedAt ? t('used', { day: day(key.usedAt) }) : t('unused')}
                </p>
              </div>
              {key.state === 'vigente' && <RevokeApiKey id={key.id} name={key.name} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
