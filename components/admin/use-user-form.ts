import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { Result } from '@/lib/core/action/result';

/** Shared by the forms about a person: sends the form, shows its error, and reloads the person. */
export function useUserForm(send: (form: FormData) => Promise<Result<unknown>>) {
  const t = useTranslations('admin.user');
  const router = useRouter();
  const { run, problem, pending } = useAction((form: HTMLFormElement) => send(new FormData(form)), {
    messages: useProblemText('admin.user.errors'),
    onDone: (_, form) => {
      form.reset();
      void toast('success', t('saved'));
      router.refresh();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    run(event.currentTarget);
  }

  return { submit, problem, pending };
}
