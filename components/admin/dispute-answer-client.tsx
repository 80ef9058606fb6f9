'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/panel/confirm-client';
import { EditForm } from '@/components/panel/edit-form-client';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useMoneyText } from '@/components/ui/use-money-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import { saveDisputeAnswer, sendDisputeAnswer } from '@/lib/admin/dispute-action';

type Props = {
  id: string;
  /** The saved draft; null if there is none. */
  saved: string | null;
  /** The shop's proposal, until a draft is saved. */
  proposed: string;
  maxLength: number;
  /** The disputed amount, the buyer and the provider. */
  amount: string;
  buyer: string;
  provider: string;
  /** The paths of its files. */
  files: string[];
  /** Sent, but not yet confirmed by the provider. */
  isOnItsWay: boolean;
};

/** The answer to a dispute: a draft that an admin edits, saves and sends once. */
export function DisputeAnswer({ id, saved, proposed, maxLength, amount, buyer, provider, files, isOnItsWay }: Props) {
  const t = useTranslations('admin.disputes');
  const text = useMoneyText('admin.disputes.errors');
  const router = useRouter();
  const refreshAnswered = useRefreshAnswered();
  const start = saved ?? proposed;
  const form = useEditForm({
    name: `dispute:${id}`,
    loaded: { text: start },
    save: ({ base, changes }) => saveDisputeAnswer({ id, base: base.text ?? start, text: changes.text ?? start }),
    messages: text,
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    async () => {
      const answer = await sendDisputeAnswer({ id, base: form.base.text, text: form.values.text, files });
      if (!answer.ok && answer.error === 'conflicto') {
        close();
        form.clash(answer.details);
      }
      return answer;
    },
    {
      messages: text,
      onDone: () => {
        form.forget();
        void toast('success', t('sentNow', { provider }));
        router.refresh();
      },
      onFail: refreshAnswered,
    },
  );

  return (
    <div className="space-y-4">
      {isOnItsWay ? (
        <p className="max-h-96 overflow-y-auto text-sm break-words whitespace-pre-wrap">{saved}</p>
      ) : (
        <EditForm form={form} label={() => t('text')} saveLabel={t('save')}>
          <TextArea
            label={t('text')}
            rows={14}
            maxLength={maxLength}
            hint={t('textHint', { count: maxLength })}
            {...form.field('text')}
          />
        </EditForm>
      )}
      <Button variant="danger" disabled={Object.keys(form.conflicts).length > 0} onClick={() => ask(true)}>
        {t(isOnItsWay ? 'sendAgain' : 'send', { provider })}
      </Button>
      {asked && (
        <Confirm
          title={t('sendTitle', { provider, amount, buyer })}
          text={t('sendText', { provider, count: files.length })}
          confirmLabel={t('sendConfirm')}
          isDangerous
          pending={pending}
          problem={problem}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </div>
  );
}
