'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { CardForm } from '@/components/ui/card-form-client';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { typedSince } from '@/components/ui/typed-since';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { addServer, changeServer } from '@/lib/servers/action';
import type { OwnServer } from '@/lib/servers/own';
import { type ServerKind, serverKinds } from '@/lib/servers/types';
import { KeyShown } from './key-shown-client';

type Form = {
  name: string;
  kind: ServerKind;
  identity: 'online' | 'offline';
  prefix: '' | '.' | '*' | '_';
  wakeUrl: string;
};
const blank: Form = { name: '', kind: 'azlink', identity: 'online', prefix: '', wakeUrl: '' };
const identities = ['online', 'offline'] as const;
const prefixes = ['', '.', '*', '_'] as const;

/** Adds a server, or changes one. A new server shows its key once. */
export function ServerForm({ siteUrl, server, onDone }: { siteUrl: string; server?: OwnServer; onDone?: () => void }) {
  const t = useTranslations('servers');
  const text = useProblemText('servers.errors');
  const router = useRouter();
  const [form, setForm] = useState<Form>(
    server
      ? {
          ...blank,
          name: server.name,
          kind: server.kind,
          identity: server.identity,
          prefix: server.prefix as Form['prefix'],
          wakeUrl: server.wakeUrl ?? '',
        }
      : blank,
  );
  const [shown, setShown] = useState<{ key: string; kind: ServerKind }>();
  const save = (sent: Form) =>
    server
      ? changeServer({
          id: server.id,
          name: sent.name,
          identity: sent.identity,
          prefix: sent.prefix,
          wakeUrl: sent.wakeUrl,
        })
      : addServer({ ...sent, wakeUrl: sent.kind === 'azlink' ? sent.wakeUrl : '', persona: personOfPage() });
  const { run, pending, problem, fieldErrors } = useAction(save, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (value, sent) => {
      if (value && 'key' in value) {
        setShown({ key: value.key, kind: sent.kind });
        setForm((now) => typedSince(now, sent, blank));
      }
      router.refresh();
      onDone?.();
    },
  });
  const field = (name: keyof Form) => ({
    name,
    label: t(`form.${name}`),
    value: form[name],
    error: text(fieldErrors[name]),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  return (
    <>
      <CardForm
        onSubmit={() => run(form)}
        submitLabel={t(server ? 'form.save' : 'form.add')}
        pending={pending}
        problem={problem}
        fieldErrors={fieldErrors}
      >
        <Field {...field('name')} hint={t('form.nameHint')} maxLength={40} />
        {!server && (
          <Select {...field('kind')} options={serverKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        )}
        <Select
          {...field('identity')}
          options={identities.map((value) => ({ value, label: t(`identities.${value}`) }))}
        />
        <Select
          {...field('prefix')}
          options={prefixes.map((value) => ({ value, label: value || t('form.noPrefix') }))}
        />
        {form.kind === 'azlink' && (
          <Field
            {...field('wakeUrl')}
            hint={t('form.wakeUrlHint')}
            placeholder="http://mc.example.com:25588"
            inputMode="url"
            maxLength={200}
            className="sm:col-span-2"
          />
        )}
      </CardForm>
      {shown && (
        <KeyShown serverKey={shown.key} kind={shown.kind} siteUrl={siteUrl} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}
