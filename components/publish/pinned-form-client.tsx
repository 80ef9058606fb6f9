'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import type { FormState } from '@/lib/core/action/state';
import { savePinnedAction } from '@/lib/publish/pinned/action';
import { pinNames } from '@/lib/publish/pinned/types';

type Props = { products: Array<{ id: string; name: string }>; pinned: string[]; answer?: FormState };

/** The pinned products of the signed-in creator's profile, with a field for each position. */
export function PinnedForm({ products, pinned, answer }: Props) {
  const t = useTranslations('settings');
  const router = useRouter();
  const { submit, pending, problem, fieldProblem, typed } = useFormAction(savePinnedAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const options = [{ value: '', label: t('pinNone') }, ...products.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <ActionForm action={submit} className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {pinNames.map((name, index) => (
          <Select
            // React keeps the first default of a select, to which it resets a form after its action.
            key={`${name} ${typed[name] ?? pinned[index] ?? ''}`}
            label={t('pin', { number: index + 1 })}
            name={name}
            options={options}
            defaultValue={typed[name] ?? pinned[index] ?? ''}
            error={fieldProblem(name)}
          />
        ))}
      </div>
      <Button type="submit" pending={pending}>
        {t('save')}
      </Button>
    </ActionForm>
  );
}
