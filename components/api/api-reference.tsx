import { getTranslations } from 'next-intl/server';
import { buttonStyles } from '@/components/ui/button-styles';
import { Link } from '@/components/ui/link-client';
import { fieldKey } from '@/lib/api/described';
import { problems } from '@/lib/api/problem';
import { deliveryReference, type Entry, eventReference, type Field, reference } from '@/lib/api/reference';
import { env } from '@/lib/core/env';
import { InlineCode } from './inline-code';

async function Fields({ title, fields }: { title: string; fields: Field[] }) {
  const [t, texts] = await Promise.all([getTranslations('api.developers'), getTranslations('developers.fields')]);
  if (fields.length === 0) return null;
  const translated = (text: string) => {
    const key = fieldKey(text);
    return key ? texts(key) : text;
  };
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
              <span className="text-muted">
                <InlineCode text={translated(text)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type EntryProps = { entry: Omit<Entry, 'scope'>; summary: string; text: string; access: string };

async function OperationEntry({ entry, summary, text, access }: EntryProps) {
  const t = await getTranslations('api.developers');
  const { id, method, path, status, query, body, answer } = entry;
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3 id={id} className="scroll-mt-24 text-lg font-bold">
        {summary}
      </h3>
      <p className="mt-1 font-mono text-sm font-semibold break-all">
        {method} /api/v1{path}
      </p>
      <p className="mt-2 text-muted">
        <InlineCode text={text} />
      </p>
      <p className="mt-1 text-sm text-muted">{access}</p>
      <div className="mt-3 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Fields title={t('query')} fields={query} />
        <Fields title={t('body')} fields={body} />
        <Fields title={`${t('answer')} · ${status}`} fields={answer} />
      </div>
    </section>
  );
}

async function Operations() {
  const t = await getTranslations('api');
  const accessOf = (scope: Entry['scope']) =>
    scope === 'none' ? t('developers.noKey') : scope ? t('developers.scope', { scope }) : t('developers.anyScope');
  return reference.map((entry) => {
    const name = `operations.${entry.id}` as 'operations.getKey';
    return (
      <OperationEntry
        key={entry.id}
        entry={entry}
        summary={t(`${name}.summary`)}
        text={t(`${name}.text`)}
        access={accessOf(entry.scope)}
      />
    );
  });
}

async function Deliveries() {
  const t = await getTranslations('developers');
  return (
    <section aria-labelledby="deliveries" className="space-y-4">
      <h2 id="deliveries" className="scroll-mt-24 text-xl font-bold">
        {t('deliveriesTitle')}
      </h2>
      <p className="text-muted">{t('deliveriesText')}</p>
      {deliveryReference.map((entry) => (
        <OperationEntry
          key={entry.id}
          entry={entry}
          summary={t(`deliveries.${entry.id}.summary`)}
          text={t(`deliveries.${entry.id}.text`)}
          access={t('serverKey')}
        />
      ))}
    </section>
  );
}

async function Webhooks() {
  const t = await getTranslations('developers');
  return (
    <section aria-labelledby="webhooks" className="space-y-4">
      <h2 id="webhooks" className="scroll-mt-24 text-xl font-bold">
        {t('webhooksTitle')}
      </h2>
      <p className="text-muted">
        <InlineCode text={t('webhooksText')} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Link href="/dashboard/webhooks" className={buttonStyles({ variant: 'buy' })}>
          {t('webhooksPage')}
        </Link>
        <a href="https://www.standardwebhooks.com" rel="noopener" className={buttonStyles({})}>
          {t('library')}
        </a>
      </div>
      {eventReference.map(({ type, key, data }) => (
        <section key={type} aria-labelledby={key} className="rounded-card border border-line bg-surface p-4 sm:p-5">
          <h3 id={key} className="scroll-mt-24 font-mono font-bold">
            {type}
          </h3>
          <p className="mt-1 mb-3 text-muted">{t(`events.${key}`)}</p>
          <Fields title={t('data')} fields={data} />
        </section>
      ))}
    </section>
  );
}

/** The page about the API of creators: first steps, each operation, and the refusals. */
export async function ApiReference() {
  const [t, texts] = await Promise.all([getTranslations('api.developers'), getTranslations('developers.refusals')]);
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
        <Operations />
      </section>
      <Deliveries />
      <Webhooks />
      <section aria-labelledby="problems" className="space-y-3">
        <h2 id="problems" className="text-xl font-bold">
          {t('problems')}
        </h2>
        <p className="text-muted">{t('problemsText')}</p>
        <ul className="space-y-1 text-sm">
          {Object.entries(problems).map(([code, [status]]) => (
            <li key={code} id={code} className="scroll-mt-24">
              <code>{code}</code> ({status}) <span className="text-muted">{texts(code as keyof typeof problems)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
