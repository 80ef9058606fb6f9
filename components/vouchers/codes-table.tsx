import { Ticket } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { AdminList } from '@/components/admin/list';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { codeChoices, listedCode } from '@/lib/vouchers/admin-codes';

const columns = ['code', 'product', 'state', 'by', 'created'] as const;

/** The redeem codes, searched by their beginning or their product. They are made on the product's page. */
export async function CodesTable({ filter }: { filter: ListFilter }) {
  const [t, format, found] = await Promise.all([
    getTranslations('admin.codeList'),
    getFormatter(),
    readList('codigos', filter, listedCode),
  ]);
  return (
    <AdminList
      list="codigos"
      path="/dashboard-admin/codes"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('state'), options: codeChoices.map((choice) => [choice, t(`choices.${choice}`)]) }}
      columns={columns.map((column) => t(column))}
      icon={<Ticket />}
      empty={t('empty')}
      failed={t('failed')}
    >
      {(code) => (
        <tr key={code.id} className="hover:bg-raised">
          <td className="font-mono font-semibold">{code.code}</td>
          <td>
            {code.product}
            {code.edition && <span className="block text-muted">{code.edition}</span>}
          </td>
          <td className="whitespace-nowrap">
            {t(`choices.${code.isRedeemed ? 'canjeado' : 'libre'}`)}
            {code.redeemedAt && (
              <span className="block text-muted">{format.dateTime(new Date(code.redeemedAt), 'moment')}</span>
            )}
          </td>
          <td>{code.redeemedBy ?? '—'}</td>
          <td className="whitespace-nowrap">{format.dateTime(new Date(code.createdAt), 'day')}</td>
        </tr>
      )}
    </AdminList>
  );
}
