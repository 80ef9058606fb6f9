'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { settleReport } from '@/lib/moderation/reports/action';
import { noteLimit } from '@/lib/moderation/reports/types';

/** Grants or refuses an appeal, with an answer for its author. */
export function AnswerAppeal({ id }: { id: string }) {
  const t = useTranslations('moderation.reports');
  const router = useRouter();
  const { text: note, setText: setNote, forget } = useKeptText(`appeal-answer:${id}`);
  const { run, pending, problem } = useAction((isFounded: boolean) => settleReport({ id, isFounded, note }), {
    messages: useProblemText('moderation.reports.errors'),
    onDone: () => {
      forget();
      void toast('success', t('appealAnswered'));
      router.refresh();
    },
  });

  return (
    <div className="space-y-3 border-t border-line pt-4">
      <TextArea
        label={t('reply')}
        rows={3}
        value={note}
        maxLength={noteLimit}
        error={problem}
        announced
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="buy" pending={pending} onClick={() => run(true)}>
          {t('grant')}
        </Button>
        <Button pending={pending} onClick={() => run(false)}>
          {t('refuse')}
        </Button>
      </div>
    </div>
  );
}
