import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { toast } from '@/components/ui/toast';
import type { UserError } from '@/lib/admin/user-action';
import type { Result } from '@/lib/core/action/result';

/** Shared by the forms about a person: sends the form, shows its error, and reloads the person. */
export function useUserForm(send: (form: FormData) => Promise<Result<undefined, UserError>>) {
  const t = useTranslations('admin.user');
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [isPending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    startTransition(async () => {
      setProblem(undefined);
      const result = await send(new FormData(form)).catch(() => ({ ok: false as const, error: 'failed' as const }));
      if (!result.ok) return setProblem(t(`errors.${result.error}`));
      form.reset();
      void toast('success', t('saved'));
      router.refresh();
    });
  }

  return { submit, problem, isPending };
}
