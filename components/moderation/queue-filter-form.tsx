import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ListForm } from '@/components/ui/list-form';
import { Select } from '@/components/ui/select';
import { type QueueFilter, queueAges, queueKinds, queueOwners } from '@/lib/moderation/queue-filter';

/** Search and filters of the queue: a plain GET form, so that results have an address. */
export function QueueFilterForm({ filter }: { filter: QueueFilter }) {
  const t = useTranslations('moderation.queue');
  const all = { value: '', label: t('all') };
  return (
    <ListForm
      shown={JSON.stringify(filter)}
      className="mb-6 grid grid-cols-1 items-end gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem_auto]"
    >
      <Field label={t('search')} name="q" defaultValue={filter.search} maxLength={200} />
      <Select
        label={t('kind')}
        name="tipo"
        defaultValue={filter.kind ?? ''}
        options={[all, ...queueKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
      />
      <Select
        label={t('whose')}
        name="de"
        defaultValue={filter.whose ?? ''}
        options={[all, ...queueOwners.map((value) => ({ value, label: t(`owners.${value}`) }))]}
      />
      <Select
        label={t('age')}
        name="dias"
        defaultValue={filter.days ?? ''}
        options={[all, ...queueAges.map((value) => ({ value, label: t('days', { count: Number(value) }) }))]}
      />
      <Button type="submit">{t('apply')}</Button>
    </ListForm>
  );
}
