'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { CheckGroup } from '@/components/ui/check-group';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useProblemText } from '@/components/ui/use-problem-text';
import { addHook, changeHook } from '@/lib/hooks/action';
import type { Hook } from '@/lib/hooks/own';
import { type Topic, topics } from '@/lib/hooks/types';
import { SecretShown } from './secret-shown-client';

type Form = { url: string; topics: Topic[] };
const blank: Form = { url: '', topics: [] };

/** Adds an address for webhooks, or changes one. A new address shows its secret once. */
export function HookForm({ hook, onDone }: { hook?: Hook; onDone?: () => void }) {
  const t = useTranslations('hooks');
  const text = useProblemText('hooks.errors');
  const router = useRouter();
  const [form, setForm] = useState<Form>(hook ? { url: hook.url, topics: hook.topics } : blank);
  const [secret, setSecret] = useState<string>();
  const save = (sent: Form) =>
    hook ? changeHook({ ...sent, id: hook.id }) : addHook({ ...sent, persona: personOfPage() });
  const { run, pending, problem, fieldErrors } = useAction(save, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (value, sent) => {
      if (typeof value === 'string') {
        setSecret(value);
        // Input typed in the meantime stays.
        setForm((now) => (now === sent ? blank : now));
      }
      router.refresh();
      onDone?.();
    },
  });
  const element = useFirstWrong(fieldErrors);
  const choose = (topic: Topic, isChosen: boolean) =>
    setForm((now) => ({
      ...now,
      topics: topics.filter((each) => (each === topic ? isChosen : now.topics.includes(each))),
    }));

  function submit(event: FormEvent) {
    event.preventDefault();
    run(form);
  }

  return (
    <>
      <form
        method="dialog"
        ref={element}
        onSubmit={submit}
        noValidate
        className="space-y-4 rounded-card border border-line bg-surface p-4"
      >
        <Field
          label={t('form.url')}
          hint={t('form.urlHint')}
          name="url"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          maxLength={500}
          value={form.url}
          onChange={({ target }) => setForm((now) => ({ ...now, url: target.value }))}
          error={text(fieldErrors.url)}
        />
        <CheckGroup
          legend={t('form.topics')}
          error={text(fieldErrors.topics)}
          grid="gap-x-4 sm:grid-cols-2 lg:grid-cols-3"
        >
          {(wrong) =>
            topics.map((topic) => (
              <Check
                {...wrong}
                key={topic}
                label={t(`topics.${topic}`)}
                checked={form.topics.includes(topic)}
                onChange={({ target }) => choose(topic, target.checked)}
              />
            ))
          }
        </CheckGroup>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button type="submit" variant="buy" pending={pending}>
          {t(hook ? 'form.save' : 'form.add')}
        </Button>
      </form>
      {secret && <SecretShown secret={secret} isNew onClose={() => setSecret(undefined)} />}
    </>
  );
}
