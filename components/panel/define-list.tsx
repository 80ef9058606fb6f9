import { getTranslations } from 'next-intl/server';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { ArrowDown, ArrowUp } from '@/components/ui/icons/desk';
import { Download } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { ListForm } from '@/components/ui/list-form';
import { Notice } from '@/components/ui/notice';
import { type ListFile, type ListFilter, readList } from '@/lib/admin/lists';
import { longestListSearch, orderValue, toListQuery } from '@/lib/admin/query';

const control = 'mt-1.5 h-12 w-full min-w-0 rounded-control border border-edge bg-canvas px-3.5 text-base';

type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** Right-aligned, for amounts. */
  isRight?: boolean;
  /** The sort order of the column's title: one of the list's `orders`, or its date. */
  order?: string;
};

type ListView<Row, Choice extends string> = {
  icon: ReactNode;
  searchLabel: string;
  choiceLabel: string;
  choiceName: (choice: Choice) => string;
  columns: Array<Column<Row>>;
  /** Labels of further filters and their values; dates have no values. */
  more?: Array<{ name: string; label: string; options?: Array<[string, string]> }>;
  empty: string;
  /** Text for a list that cannot be loaded. */
  failed: string;
  /** An extra action, such as a create button. */
  action?: ReactNode;
};

type ListDefinition<Row extends { id: string }, Choice extends string> = ListFile & {
  /** Schema of a row from the database. */
  row: z.ZodType<Row>;
  /** Values of the main filter. */
  choices: readonly Choice[];
  /** Message namespaces of client components in the rows. */
  clientMessages?: ComponentProps<typeof MoreClientMessages>['namespaces'];
  /** The list in the reader's language: its texts and columns. */
  view: () => Promise<ListView<Row, Choice>>;
};

type TableProps = { filter: ListFilter; path: string };

/** A panel list for its page and its CSV file. */
export type PanelList = ListFile & {
  choices: readonly string[];
  render: (props: TableProps) => ReactNode;
};

/** The default order. */
const byDate = 'fecha';

type FilterProps = {
  filter: ListFilter;
  searchLabel: string;
  choiceLabel: string;
  options: Array<[string, string]>;
  more: NonNullable<ListView<never, never>['more']>;
  orders: Array<[name: string, title: string]>;
};

/** Search, filters and order of a list: a plain GET form, so that results have an address. */
async function Filter({ filter, searchLabel, choiceLabel, options, more, orders }: FilterProps) {
  const t = await getTranslations('admin.list');
  return (
    <ListForm shown={String(toListQuery(filter))} className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
      <Field
        label={searchLabel}
        name="q"
        defaultValue={filter.search}
        maxLength={longestListSearch}
        className="max-sm:col-span-2"
      />
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
      {more.map(({ name, label, options: values }) => (
        <label key={name} htmlFor={`filter-${name}`} className="text-sm font-medium">
          <span>{label}</span>
          {values ? (
            <select id={`filter-${name}`} name={name} defaultValue={filter.more[name] ?? ''} className={control}>
              <option value="">{t('all')}</option>
              {values.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`filter-${name}`}
              type="date"
              name={name}
              defaultValue={filter.more[name] ?? ''}
              className={control}
            />
          )}
        </label>
      ))}
      <label className="text-sm font-medium">
        {t('order')}
        <select name="orden" defaultValue={orderValue(filter.order, filter.isAscending)} className={control}>
          <option value="">{t('newest')}</option>
          <option value="asc">{t('oldest')}</option>
          {orders.flatMap(([name, title]) =>
            [true, false].map((isAscending) => (
              <option key={`${name}-${isAscending}`} value={orderValue(name, isAscending)}>
                {t(isAscending ? 'ascending' : 'descending', { column: title })}
              </option>
            )),
          )}
        </select>
      </label>
      <Button type="submit" className="max-sm:col-span-2">
        {t('apply')}
      </Button>
    </ListForm>
  );
}

type RowsProps<Row> = {
  columns: Array<Column<Row>>;
  rows: Row[];
  filter: ListFilter;
  address: (change: Partial<ListFilter>) => string;
};

/** Column title; a sortable one is a link, which reverses the current order. */
function Title<Row>({ column, filter, address }: { column: Column<Row> } & Pick<RowsProps<Row>, 'filter' | 'address'>) {
  const { title, isRight, order } = column;
  const className = classNames('px-4 py-3 font-medium', isRight && 'text-right');
  if (!order) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  const isCurrent = (filter.order ?? byDate) === order;
  const isAscending = isCurrent ? !filter.isAscending : order !== byDate;
  const change = { order: order === byDate ? null : order, isAscending, after: null };
  const Arrow = filter.isAscending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (filter.isAscending ? 'ascending' : 'descending') : undefined}
      className={className}
    >
      <Link href={address(change)} prefetch={false} className="inline-flex min-h-11 items-center gap-1 hover:underline">
        <span>{title}</span>
        {isCurrent && <Arrow aria-hidden className="size-4" />}
      </Link>
    </th>
  );
}

/** A value of a row. On phones its title is above it, and empty values are left out. */
function Cell<Row>({ column: { title, cell, className, isRight }, row }: { column: Column<Row>; row: Row }) {
  const value = cell(row);
  const isEmpty = value === null || value === undefined || value === false || value === '';
  return (
    <td
      className={classNames(
        'min-w-0 max-xl:whitespace-normal! max-xl:wrap-anywhere xl:px-4 xl:py-2',
        isEmpty && 'max-xl:hidden',
        isRight && 'xl:text-right',
        className,
      )}
    >
      <span className="block font-sans text-xs font-normal text-muted xl:hidden">{title}</span>
      {value}
    </td>
  );
}

/** The rows as a table; on phones as cards, with the order in the form above. */
function Rows<Row extends { id: string }>({ columns, rows, filter, address }: RowsProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div tabIndex={0} className="relative overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-left text-sm max-xl:block xl:min-w-3xl">
        <thead className="text-muted max-xl:hidden">
          <tr>
            {columns.map((column) => (
              <Title key={column.title} column={column} filter={filter} address={address} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-xl:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              className="hover:bg-raised max-xl:grid max-xl:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] max-xl:gap-x-4 max-xl:gap-y-2 max-xl:p-4"
            >
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
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
        more={shown.more ?? []}
        orders={shown.columns.flatMap(({ order, title }) => (order && order !== byDate ? [[order, title]] : []))}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {found.ok && found.value.total !== null && (
          <p className="mr-auto text-muted">
            {t(found.value.total > 1_000 ? 'countMore' : 'count', { count: Math.min(found.value.total, 1_000) })}
          </p>
        )}
        <a href={address({ after: null }, `/api/admin-export/${source}`)} className={buttonStyles({})}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </a>
        {shown.action}
      </div>
      {!found.ok && <Notice tone="bad">{shown.failed}</Notice>}
      {found.ok && found.value.rows.length === 0 && <EmptyState icon={shown.icon} title={shown.empty} />}
      {found.ok && found.value.rows.length > 0 && (
        <Rows columns={shown.columns} rows={found.value.rows} filter={filter} address={address} />
      )}
      {found.ok && found.value.next && <ButtonLink href={address({ after: found.value.next })}>{t('more')}</ButtonLink>}
    </div>
  );
  return clientMessages ? <MoreClientMessages namespaces={clientMessages}>{table}</MoreClientMessages> : table;
}

/**
 * Defines a panel list. The database searches, filters, sorts and pages it; it can be exported.
 *
 * @returns the list for the registry in `components/admin/lists`, which determines its address
 */
export function defineList<Row extends { id: string }, Choice extends string>(
  definition: ListDefinition<Row, Choice>,
): PanelList {
  const { source, fileColumns, choices, orders = [], more = {} } = definition;
  return {
    source,
    fileColumns,
    choices,
    orders,
    more,
    render: (props) => <ListTable definition={definition} {...props} />,
  };
}
