'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { fieldLengths } from '@/lib/account/field-lengths';
import { saveProfileAction } from '@/lib/account/settings/action';
import type { Settings } from '@/lib/account/settings/types';

export function ProfileForm({ settings }: { settings: Pick<Settings, 'displayName' | 'phone' | 'bio'> }) {
  const t = useTranslations('settings');
  const router = useRouter();
  const { submit, pending, problem, fieldProblem, typed } = useFormAction(saveProfileAction, {
    group: 'settings.errors',
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  return (
    <form action={submit} noValidate className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Field
        label={t('displayName')}
        name="displayName"
        autoComplete="nickname"
        maxLength={fieldLengths.displayName}
        defaultValue={typed.displayName ?? settings.displayName}
        hint={t('displayNameHint')}
        error={fieldProblem('displayName')}
      />
      <Field
        label={t('phone')}
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="000-000-000"
        maxLength={fieldLengths.phone}
        defaultValue={typed.phone ?? settings.phone}
        hint={t('phoneHint')}
        error={fieldProblem('phone')}
      />
      <TextArea
        label={t('bio')}
        name="bio"
        rows={4}
        maxLength={fieldLengths.bio}
        defaultValue={typed.bio ?? settings.bio}
        error={fieldProblem('bio')}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
