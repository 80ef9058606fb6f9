import { Download } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { type ListFile, type ListFilter, readList } from '@/lib/admin/lists';
import { toListQuery } from '@/lib/admin/query';

const control = 'mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5';

type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** Set for amounts at the end of a row. */
  isRight?: boolean;
};

type ListView<Row, Choice extends string> = {
  icon: ReactNode;
  searchLabel: string;
  choiceLabel: string;
  choiceName: (choice: Choice) => string;
  columns: Array<Column<Row>>;
  empty: string;
  /** The text for a list that cannot be read. */
  failed: string;
  /** An extra action, such as creating something. */
  action?: ReactNode;
};

type ListDefinition<Row extends { id: string }, Choice extends string> = ListFile & {
  /** A row, as the database answers it. */
  row: z.ZodType<Row>;
  /** The filters of the list. */
  choices: readonly Choice[];
  /** The message namespaces that components in its rows need in the browser. */
  clientMessages?: ComponentProps<typeof ClientMessages>['namespaces'];
  /** The list in the reader's language: its texts, and what stands in the columns of its table. */
  view: () => Promise<ListView<Row, Choice>>;
};

type TableProps = { filter: ListFilter; path: string };

/** A list of the panel, as its page and its file need it. */
export type PanelList = ListFile & {
  choices: readonly string[];
  render: (props: TableProps) => ReactNode;
};

type FilterProps = { filter: ListFilter; searchLabel: string; choiceLabel: string; options: Array<[string, string]> };

/** The search, filter and order above a list: a plain form, so that the result has an address. */
async function Filter({ filter, searchLabel, choiceLabel, options }: FilterProps) {
  const t = await getTranslations('admin.list');
  return (
    <form className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_12rem_auto]">
      <label className="text-sm font-medium">
        {searchLabel}
        <input name="q" defaultValue={filter.search} maxLength={200} className={control} />
      </label>
      <label className="text-sm font-medium">
        {choiceLabel}
        <select name="filtro" defaultValue={filter.choice ?? ''} className={control}>
          <option value="">{t('all')}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="text-sm font-medium">
        {t('order')}
        <select name="orden" defaultValue={filter.isAscending ? 'asc' : ''} className={control}>
          <option value="">{t('newest')}</option>
          <option value="asc">{t('oldest')}</option>
        </select>
      </label>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

function Rows<Row extends { id: string }>({ columns, rows }: { columns: Array<Column<Row>>; rows: Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full min-w-3xl text-left text-sm">
        <thead className="text-muted">
          <tr>
            {columns.map(({ title, isRight }) => (
              <th key={title} scope="col" className={classNames('px-4 py-3 font-medium', isRight && 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="hover:bg-raised">
              {columns.map(({ title, cell, className, isRight }) => (
                <td key={title} className={classNames('px-4 py-2', isRight && 'text-right', className)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function ListTable<Row extends { id: string }, Choice extends string>({
  definition: { source, row, choices, clientMessages, view },
  filter,
  path,
}: TableProps & { definition: ListDefinition<Row, Choice> }) {
  const [t, shown, found] = await Promise.all([getTranslations('admin.list'), view(), readList(source, filter, row)]);
  const address = (change: Partial<ListFilter>, base = path) => `${base}?${toListQuery({ ...filter, ...change })}`;
  const table = (
    <div className="space-y-5">
      <Filter
        filter={filter}
        searchLabel={shown.searchLabel}
        choiceLabel={shown.choiceLabel}
        options={choices.map((choice) => [choice, shown.choiceName(choice)])}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <a href={address({ after: null }, `/api/admin-export/${source}`)} download className={buttonStyles({})}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </a>
        {shown.action}
      </div>
      {!found.ok && <Notice tone="bad">{shown.failed}</Notice>}
      {found.ok && found.value.rows.length === 0 && <EmptyState icon={shown.icon} title={shown.empty} />}
      {found.ok && found.value.rows.length > 0 && <Rows columns={shown.columns} rows={found.value.rows} />}
      {found.ok && found.value.next && <ButtonLink href={address({ after: found.value.next })}>{t('more')}</ButtonLink>}
    </div>
  );
  return clientMessages ? <ClientMessages namespaces={clientMessages}>{table}</ClientMessages> : table;
}

/**
 * Defines a list of the panel. The database searches, filters, sorts and pages it; it can be saved as a file.
 *
 * @returns the list for the registry in `components/admin/lists`, which gives it its address
 */
export function defineList<Row extends { id: string }, Choice extends string>(
  definition: ListDefinition<Row, Choice>,
): PanelList {
  const { source, fileColumns, choices } = definition;
  return { source, fileColumns, choices, render: (props) => <ListTable definition={definition} {...props} /> };
}
