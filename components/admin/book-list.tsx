import { getLocale, getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { CircleAlert } from '@/components/ui/icons/desk';
import { CircleCheck } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { checkInvariants, type InvariantCheck } from '@/lib/admin/books';

async function Check({ check }: { check: InvariantCheck }) {
  const t = await getTranslations('admin.books');
  const holds = check.broken === 0;
  const Icon = holds ? CircleCheck : CircleAlert;
  return (
    <li className="flex gap-3 rounded-control border border-line bg-surface px-4 py-3 text-sm">
      <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', holds ? 'text-good' : 'text-bad')} />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">{check.description}</p>
        <p className={holds ? 'text-good' : 'text-bad'}>
          {holds ? t('holds') : check.broken === null ? t('unread') : t('fails', { count: check.broken })}
          <span className="text-muted"> · {check.name}</span>
        </p>
        {check.examples.map((example) => (
          <p key={`${example.id} ${example.facts}`} className="font-mono break-all text-muted">
            {example.id} · {example.facts}
          </p>
        ))}
      </div>
    </li>
  );
}

/** All ledger invariants, failed ones first, with examples. */
export async function BookList() {
  const [t, locale] = await Promise.all([getTranslations('admin.books'), getLocale()]);
  const checks = await checkInvariants(locale);
  if (!checks) return <Notice tone="bad">{t('failed')}</Notice>;
  const broken = checks.filter((check) => check.broken !== 0).length;
  return (
    <div className="space-y-4">
      <Notice tone={broken === 0 ? 'good' : 'bad'}>
        {broken === 0 ? t('allHold', { count: checks.length }) : t('broken', { broken, count: checks.length })}
      </Notice>
      <ul className="space-y-2">
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </div>
  );
}
