'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { useAction } from '@/components/ui/use-action';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useProblemText } from '@/components/ui/use-problem-text';
import { buyAsTest } from '@/lib/servers/action';

type Choice = { id: string; name: string };
type Props = { productId: string; editions: Choice[]; servers: Choice[] };

/**
 * Buys a product without money, for a player.
 *
 * @param servers the choices, if buyers choose the server
 */
export function TestPurchase({ productId, editions, servers }: Props) {
  const t = useTranslations('servers.actions');
  const text = useProblemText('servers.errors');
  const [form, setForm] = useState({ player: '', editionId: '', serverId: servers[0]?.id ?? '' });
  const [sent, setSent] = useState<number>();
  const { run, pending, problem, fieldErrors } = useAction(buyAsTest, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: ({ commands }) => setSent(commands),
    onFail: () => setSent(undefined),
  });
  const element = useFirstWrong(fieldErrors);
  const field = (name: keyof typeof form) => ({
    name,
    label: t(`test.${name}`),
    value: form[name],
    error: text(fieldErrors[name]),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const options = (choices: Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }));

  function submit(event: FormEvent) {
    event.preventDefault();
    run({ productId, ...form });
  }

  return (
    <form
      ref={element}
      method="dialog"
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2"
    >
      <p className="text-sm text-muted sm:col-span-2">{t('test.text')}</p>
      <Field {...field('player')} maxLength={16} autoCapitalize="off" spellCheck={false} />
      {editions.length > 0 && (
        <Select {...field('editionId')} options={[{ value: '', label: t('noEdition') }, ...options(editions)]} />
      )}
      {servers.length > 0 && <Select {...field('serverId')} options={options(servers)} />}
      {problem && (
        <Notice tone="bad" className="sm:col-span-2">
          {problem}
        </Notice>
      )}
      {sent !== undefined && (
        <Notice tone="good" className="sm:col-span-2">
          {t('test.sent', { count: sent })}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="buy" pending={pending}>
          {t('test.buy')}
        </Button>
        <ButtonLink href="/dashboard/servers/queue">{t('test.queue')}</ButtonLink>
      </div>
    </form>
  );
}
