import { ListPage, listMetadata } from '@/components/admin/list-page';
import { CodesTable } from '@/components/vouchers/code-list';
import type { Query } from '@/lib/admin/query';
import { codeChoices } from '@/lib/vouchers/admin-codes';

export const generateMetadata = () => listMetadata('codes');

export default function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="codes" searchParams={searchParams} choices={codeChoices}>
      {(filter) => <CodesTable filter={filter} />}
    </ListPage>
  );
}
