import { getTranslations } from 'next-intl/server';
import { buttonStyles } from '@/components/ui/button-styles';
import { Link } from '@/components/ui/link-client';
import { problems } from '@/lib/api/problem';
import { type Entry, type Field, reference } from '@/lib/api/reference';
import { env } from '@/lib/core/env';

/** Text of the description, which is in English. */
const english = { lang: 'en', translate: 'no' } as const;

async function Fields({ title, fields }: { title: string; fields: Field[] }) {
  const t = await getTranslations('api.developers');
  if (fields.length === 0) return null;
  return (
    <div>
      <h4 className="font-semibold">{title}</h4>
      <ul className="mt-1 space-y-1 text-sm">
        {fields.map(({ name, type, isOptional, text }) => (
          <li key={name} className="flex flex-wrap gap-x-2 break-words">
            <code>{name}</code>
            <span className="min-w-0 break-words text-muted">{type}</span>
            {isOptional && <span className="text-muted">{t('optional')}</span>}
            {text && (
              <span {...english} className="text-muted">
                {text}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function OperationEntry({ entry }: { entry: Entry }) {
  const t = await getTranslations('api');
  const { id, method, path, scope, status, query, body, answer } = entry;
  const name = `operations.${id}` as `operations.getKey`;
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3 id={id} className="scroll-mt-24 text-lg font-bold">
        {t(`${name}.summary`)}
      </h3>
      <p className="mt-1 font-mono text-sm font-semibold break-all">
        {method} /api/v1{path}
      </p>
      <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
      <p className="mt-1 text-sm text-muted">
        {scope === 'none' ? t('developers.noKey') : scope ? t('developers.scope', { scope }) : t('developers.anyScope')}
      </p>
      <div className="mt-3 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Fields title={t('developers.query')} fields={query} />
        <Fields title={t('developers.body')} fields={body} />
        <Fields title={`${t('developers.answer')} · ${status}`} fields={answer} />
      </div>
    </section>
  );
}

/** The page about the API of creators: how to begin, each operation, and the refusals. */
export async function ApiReference() {
  const t = await getTranslations('api.developers');
  return (
    <div className="mx-auto max-w-4xl space-y-8">
      <div>
        <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
        <p className="mt-2 text-lg text-muted">{t('intro')}</p>
      </div>
      <section aria-labelledby="start" className="space-y-3">
        <h2 id="start" className="text-xl font-bold">
          {t('start')}
        </h2>
        <p className="text-muted">{t('startText')}</p>
        <pre className="rounded-card border border-line bg-canvas p-4 text-sm break-all whitespace-pre-wrap">
          {`curl -H "Authorization: Bearer unst_…" ${env().SITE_URL}/api/v1/products`}
        </pre>
        <div className="flex flex-wrap gap-3">
          <Link href="/dashboard/api" className={buttonStyles({ variant: 'buy' })}>
            {t('keys')}
          </Link>
          <a href="/api/v1/openapi.json" className={buttonStyles({})}>
            {t('file')}
          </a>
        </div>
      </section>
      <section aria-labelledby="operations" className="space-y-4">
        <h2 id="operations" className="text-xl font-bold">
          {t('operations')}
        </h2>
        {reference.map((entry) => (
          <OperationEntry key={entry.id} entry={entry} />
        ))}
      </section>
      <section aria-labelledby="problems" className="space-y-3">
        <h2 id="problems" className="text-xl font-bold">
          {t('problems')}
        </h2>
        <p className="text-muted">{t('problemsText')}</p>
        <ul className="space-y-1 text-sm">
          {Object.entries(problems).map(([code, [status, title]]) => (
            <li key={code} id={code} className="scroll-mt-24">
              <code>
                {status} {code}
              </code>{' '}
              <span {...english} className="text-muted">
                {title}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
