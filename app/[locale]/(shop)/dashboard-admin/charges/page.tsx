import { ListPage, listMetadata } from '@/components/admin/list-page';
import { ChargesTable } from '@/components/admin/lists/charges';
import type { Query } from '@/lib/admin/query';
import { chargeStates } from '@/lib/club';

export const generateMetadata = () => listMetadata('charges');

export default function ChargesPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <ListPage title="charges" searchParams={searchParams} choices={chargeStates}>
      {(filter) => <ChargesTable filter={filter} />}
    </ListPage>
  );
}
