'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { sendReport } from '@/lib/moderation/reports/action';
import { type ReportedKind, type ReportReason, reportReasons, reportTextLimit } from '@/lib/moderation/reports/types';

type Props = { kind: ReportedKind; id: string; name: string; onClose: () => void };

/** Reason and explanation of a report. */
export function ReportDialog(props: Props) {
  const me = useMe();
  const person = me.status === 'user' ? me.me.id : '';
  // Another person, who signed in in another tab, begins anew.
  return <OwnReportDialog key={person} person={person} {...props} />;
}

function OwnReportDialog({ person, kind, id, name, onClose }: Props & { person: string }) {
  const t = useTranslations('reports');
  const [reason, setReason] = useState<ReportReason>('spam');
  const { text, setText, forget } = useKeptText(`report:${person}:${kind}:${id}`);
  const { run, pending, problem } = useAction(() => sendReport({ kind, id, reason, text }), {
    messages: useProblemText('reports.errors'),
    onDone: () => {
      forget();
      void toast('success', t('sent'));
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <Dialog title={t('title', { name })} description={t('description')} closeLabel={t('close')} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 space-y-4">
        <Select
          label={t('reason')}
          options={reportReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          value={reason}
          onChange={(event) => setReason(event.target.value as ReportReason)}
        />
        <TextArea
          label={t('text')}
          hint={t('textHint')}
          rows={4}
          maxLength={reportTextLimit}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button type="submit" variant="danger" pending={pending}>
          {t('send')}
        </Button>
      </form>
    </Dialog>
  );
}
