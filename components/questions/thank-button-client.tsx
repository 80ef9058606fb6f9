'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { Check, HeartHandshake } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { thankAnswer } from '@/lib/questions/action';
import { useThanked } from './thanks-client';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);

type Props = { id: string; slug: string; page: number; count: number; text: string };

/** Thanks for an answer, or withdraws the thanks. Without scripts the browser sends the form. */
export function ThankButton({ id, slug, page, count, text }: Props) {
  const t = useTranslations('questions');
  const me = useMe();
  const person = me.status === 'user' ? me.me.id : null;
  const thanked = useThanked();
  const [given, setGiven] = useState<{ by: string | null; thanks: boolean; count: number } | null>(null);
  const [asksLogin, setAsksLogin] = useState(false);
  const { run, pending, problem } = useAction(thankAnswer, {
    messages: useProblemText('questions.errors'),
    onDone: ({ gracias, utiles }) => setGiven({ by: person, thanks: gracias, count: utiles }),
  });
  const isThanked = given?.by === person ? given.thanks : (thanked?.has(id) ?? false);
  const shown = given?.count ?? count;

  function send(event: FormEvent) {
    if (me.status === 'guest') {
      event.preventDefault();
      setAsksLogin(true);
    } else if (thanked) {
      event.preventDefault();
      run({ questionId: id, thanks: !isThanked });
    }
  }

  return (
    <form action="/api/thanks" method="post" aria-label={text} onSubmit={send}>
      <input type="hidden" name="pregunta" value={id} />
      <input type="hidden" name="slug" value={slug} />
      {page > 1 && <input type="hidden" name="pagina" value={page} />}
      <Button type="submit" variant="ghost" pending={pending} aria-pressed={isThanked}>
        {isThanked ? <Check aria-hidden className="size-4" /> : <HeartHandshake aria-hidden className="size-4" />}
        <span>{t('thanks', { count: shown })}</span>
        <span className="sr-only">{text}</span>
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      {asksLogin && <LoginRequired onClose={() => setAsksLogin(false)} />}
    </form>
  );
}
