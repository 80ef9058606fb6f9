import { getFormatter, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { ShieldCheck } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { type AdminCase, listCases } from '@/lib/admin/cases';
import { CaseFacts } from './case-facts';
import { RowLink } from './row-link';
import { SolveCase } from './solve-case-client';

async function Case({ item }: { item: AdminCase }) {
  const [t, kinds, format] = await Promise.all([
    getTranslations('admin.caseList'),
    getTranslations('mail.caso.kinds'),
    getFormatter(),
  ]);
  return (
    <article aria-label={`#${item.id}`} className="space-y-3 rounded-card border border-line bg-surface p-5">
      <h2 className="font-bold">{item.kind ? kinds(item.kind) : t('other')}</h2>
      <p className="text-sm text-muted">
        <span className="font-mono">#{item.id}</span> · {format.dateTime(new Date(item.createdAt), 'moment')}
      </p>
      <CaseFacts facts={item.facts} />
      {item.note && <p className="text-sm">{t('note', { note: item.note })}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {item.paymentId && <RowLink href={`/dashboard-admin/payments/${item.paymentId}`}>{t('payment')}</RowLink>}
        {item.isDispute && <RowLink href="/dashboard-admin/disputes">{t('toDesk')}</RowLink>}
        {item.withdrawalId && (
          <RowLink href={`/dashboard-admin/withdrawals/${item.withdrawalId}`}>{t('withdrawal')}</RowLink>
        )}
        {!item.isSolved && <SolveCase id={item.id} />}
      </div>
    </article>
  );
}

/** Cases, open or solved. */
export async function CaseList({ solved, before }: { solved: boolean; before: number | null }) {
  const t = await getTranslations('admin.caseList');
  const { cases, next } = await listCases(solved, before);
  return (
    <MoreClientMessages namespaces={['admin']}>
      <div className="space-y-4">
        <ButtonLink href={solved ? '/dashboard-admin/cases' : '/dashboard-admin/cases?resueltos=1'}>
          {t(solved ? 'showOpen' : 'showSolved')}
        </ButtonLink>
        {cases.length === 0 ? (
          <EmptyState icon={<ShieldCheck />} title={t(solved ? 'noneSolved' : 'none')} />
        ) : (
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {cases.map((item) => (
              <li key={item.id}>
                <Case item={item} />
              </li>
            ))}
          </ul>
        )}
        <PageLinks
          newest={before !== null && `/dashboard-admin/cases${solved ? '?resueltos=1' : ''}`}
          older={next !== null && `/dashboard-admin/cases?antes=${next}${solved ? '&resueltos=1' : ''}`}
          labels={{ older: t('older') }}
        />
      </div>
    </MoreClientMessages>
  );
}
