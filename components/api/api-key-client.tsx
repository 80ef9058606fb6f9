'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { Button } from '@/components/ui/button';
import { CardForm } from '@/components/ui/card-form-client';
import { Check } from '@/components/ui/check';
import { CheckGroup } from '@/components/ui/check-group';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { CopyText } from '@/components/ui/copy-text-client';
import { Field } from '@/components/ui/field';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { createApiKey, revokeApiKey } from '@/lib/api/action';
import { keyDays, type Scope, scopes } from '@/lib/api/scopes';
import { scopeMessage } from './scope-message';

/** A new key, which is shown only once. */
function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const t = useTranslations('api');
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3 rounded-card border border-good bg-surface p-4">
      <h2 id={`${id}-title`} ref={focusOnShow} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('made')}
      </h2>
      <Notice tone="good">{t('madeText')}</Notice>
      <p id={id} className="rounded-control bg-canvas p-3 font-mono break-all">
        {value}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyText text={value} label={t('copy')} shown={id} variant="buy" />
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </section>
  );
}

/** Creates a key, and shows it once. */
export function NewApiKey() {
  const t = useTranslations('api');
  const text = useProblemText('api.errors');
  const router = useRouter();
  const [name, setName] = useState('');
  const [days, setDays] = useState(String(keyDays[1]));
  const [chosen, setChosen] = useState<Scope[]>([]);
  // Null after a key was shown.
  const [made, setMade] = useState<string | null>();
  const { run, pending, problem, fieldErrors } = useAction(createApiKey, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (value) => {
      setMade(value);
      setName('');
      setChosen([]);
      router.refresh();
    },
  });

  if (made) return <MadeKey value={made} onDone={() => setMade(null)} />;
  return (
    <CardForm
      onSubmit={() => run({ name, days, scopes: chosen, persona: personOfPage() })}
      submitLabel={t('create')}
      pending={pending}
      problem={problem}
      fieldErrors={fieldErrors}
    >
      <h2
        ref={made === null ? focusOnShow : undefined}
        tabIndex={-1}
        className="text-xl font-bold outline-none sm:col-span-2"
      >
        {t('new')}
      </h2>
      <Field
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        error={text(fieldErrors.name)}
      />
      <Select
        label={t('days')}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        options={keyDays.map((count) => ({ value: String(count), label: t('daysOption', { days: count }) }))}
      />
      <CheckGroup
        legend={t('scopes')}
        error={text(fieldErrors.scopes)}
        className="sm:col-span-2"
        grid="gap-x-4 sm:grid-cols-2"
      >
        {(wrong) =>
          scopes.map((scope) => (
            <Check
              {...wrong}
              key={scope}
              label={t(scopeMessage(scope))}
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                setChosen((now) => (target.checked ? [...now, scope] : now.filter((one) => one !== scope)))
              }
            />
          ))
        }
      </CheckGroup>
    </CardForm>
  );
}

/** Revokes a key, after a confirmation that names it. */
export function RevokeApiKey({ id, name }: { id: string; name: string }) {
  const t = useTranslations('api');
  return (
    <ConfirmButton
      action={revokeApiKey}
      input={id}
      label={t('revoke')}
      name={name}
      variant="danger"
      question={{
        title: t('revokeTitle', { name }),
        text: t('revokeText'),
        cancelLabel: t('cancel'),
        isDangerous: true,
      }}
      messages={useProblemText('api.errors')}
      onDone={() => void toast('success', t('revoked_done'))}
    />
  );
}
