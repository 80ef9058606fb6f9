import { CodesTable } from '@/components/admin/codes-table';
import { ListPage, listMetadata } from '@/components/admin/list-page';
import { codeChoices } from '@/lib/admin/codes';
import type { Query } from '@/lib/admin/query';

export const generateMetadata = () => listMetadata('codes');

export default function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="codes" searchParams={searchParams} choices={codeChoices}>
      {(filter) => <CodesTable filter={filter} />}
    </ListPage>
  );
}
