'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { fieldLengths } from '@/lib/account/field-lengths';
import { saveProfileAction } from '@/lib/account/settings/action';
import type { Settings } from '@/lib/account/settings/types';
import type { FormState } from '@/lib/core/action/state';

type Loaded = Pick<Settings, 'displayName' | 'phone' | 'bio'>;
const fields = ['displayName', 'phone', 'bio'] as const;

export function ProfileForm({ settings, answer }: { settings: Loaded; answer?: FormState }) {
  const t = useTranslations('settings');
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(saveProfileAction, {
    group: 'settings.errors',
    initial: answer,
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const now = state.details ?? {};

  /** The problem of a field; in a conflict, the saved value with a button to take it. */
  function wrong(field: (typeof fields)[number]) {
    const text = fieldProblem(field);
    const theirs = now[field];
    if (theirs === undefined) return text;
    return (
      <>
        {text} {t('nowItIs', { value: String(theirs) })}{' '}
        <button
          type="button"
          className="min-h-11 font-semibold underline"
          onClick={() => {
            const input = form.current?.elements.namedItem(field);
            if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = String(theirs);
          }}
        >
          {t('takeIt')}
        </button>
      </>
    );
  }

  return (
    <ActionForm ref={form} action={submit} noValidate className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {fields.map((field) => (
        <input
          key={`${field} ${now[field] ?? settings[field]}`}
          type="hidden"
          name={`${field}Before`}
          defaultValue={now[field] ?? settings[field]}
        />
      ))}
      <Field
        label={t('displayName')}
        name="displayName"
        autoComplete="nickname"
        maxLength={fieldLengths.displayName}
        defaultValue={typed.displayName ?? settings.displayName}
        hint={t('displayNameHint')}
        error={wrong('displayName')}
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
        error={wrong('phone')}
      />
      <TextArea
        label={t('bio')}
        name="bio"
        rows={4}
        maxLength={fieldLengths.bio}
        defaultValue={typed.bio ?? settings.bio}
        error={wrong('bio')}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t('save')}
      </Button>
    </ActionForm>
  );
}
