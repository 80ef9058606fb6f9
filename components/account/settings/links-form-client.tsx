'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { linkNames } from '@/lib/account/settings';
import { saveLinksAction } from '@/lib/account/settings/action';
import { profileLinkLength } from '@/lib/catalog/profile-links';
import type { FormState } from '@/lib/core/action/state';

/** The links of the signed-in creator's profile, a field for each. */
export function LinksForm({ links, answer }: { links: string[]; answer?: FormState }) {
  const t = useTranslations('settings');
  const router = useRouter();
  const { submit, pending, problem, fieldProblem, typed } = useFormAction(saveLinksAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {linkNames.map((name, index) => (
          <Field
            key={`${name} ${links[index] ?? ''}`}
            label={t('link', { number: index + 1 })}
            name={name}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={profileLinkLength}
            defaultValue={typed[name] ?? links[index] ?? ''}
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
