'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { fieldLengths } from '@/lib/account/field-lengths';
import { saveProfileAction } from '@/lib/account/settings/action';
import type { Settings } from '@/lib/account/settings/types';
import { useSettingsForm } from './use-settings-form';

export function ProfileForm({ settings }: { settings: Pick<Settings, 'displayName' | 'phone' | 'bio'> }) {
  const t = useTranslations('settings');
  const router = useRouter();
  const { state, submit, pending, text } = useSettingsForm(saveProfileAction, t('saved'), () => router.refresh());
  const errors = state.fieldErrors ?? {};
  return (
    <form action={submit} noValidate className="space-y-4">
      {state.error && <Notice tone="bad">{text(state.error)}</Notice>}
      <Field
        label={t('displayName')}
        name="displayName"
        autoComplete="nickname"
        maxLength={fieldLengths.displayName}
        defaultValue={state.typed?.displayName ?? settings.displayName}
        hint={t('displayNameHint')}
        error={text(errors.displayName)}
      />
      <Field
        label={t('phone')}
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="000-000-000"
        maxLength={fieldLengths.phone}
        defaultValue={state.typed?.phone ?? settings.phone}
        hint={t('phoneHint')}
        error={text(errors.phone)}
      />
      <TextArea
        label={t('bio')}
        name="bio"
        rows={4}
        maxLength={fieldLengths.bio}
        defaultValue={state.typed?.bio ?? settings.bio}
        error={text(errors.bio)}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </form>
  );
}
