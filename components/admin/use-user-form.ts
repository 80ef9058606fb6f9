import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { Result } from '@/lib/core/action/result';

type Steps<Act> = {
  /** Parses the form; returns the code of a missing field as a string. */
  read: (form: FormData) => Act | string;
  send: (act: Act) => Promise<Result<unknown>>;
};

/**
 * Shared state of forms about a person: a confirmation names the person before the form is sent, and the person is
 * reloaded afterwards.
 *
 * @returns `asked` is the act that waits for confirmation
 */
export function useUserForm<Act>({ read, send }: Steps<Act>) {
  const t = useTranslations('admin.user');
  const text = useProblemText('admin.user.errors');
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState<Act | null>(null);
  const [missing, setMissing] = useState<string>();
  const { run, problem, pending, reset } = useAction(send, {
    messages: text,
    onDone: () => {
      setAsked(null);
      form.current?.reset();
      void toast('success', t('saved'));
      router.refresh();
    },
    onFail: () => setAsked(null),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (hasHalfDate(event.currentTarget)) return;
    reset();
    const act = read(new FormData(event.currentTarget));
    setMissing(typeof act === 'string' ? act : undefined);
    setAsked(typeof act === 'string' ? null : act);
  }

  return {
    form,
    submit,
    asked,
    confirm: () => asked !== null && run(asked),
    cancel: () => setAsked(null),
    problem: problem ?? text(missing),
    pending,
  };
}
