'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Field } from '@/components/ui/field';
import { FileButton } from '@/components/ui/file-button';
import { Select } from '@/components/ui/select';
import { sendFile } from '@/components/ui/send-file';
import { toast } from '@/components/ui/toast';
import { useMoneyText } from '@/components/ui/use-money-text';
import { removeDisputeFile } from '@/lib/admin/dispute-action';
import { cutFileName } from '@/lib/core/cut-file-name';
import type { EvidenceKind } from '@/lib/payments/evidence-files';

/** Removes a file from the draft. */
export function RemoveDisputeFile({ id, path, name }: { id: string; path: string; name: string }) {
  const t = useTranslations('admin.disputes');
  const messages = useMoneyText('admin.disputes.errors');
  return (
    <ActionButton
      action={removeDisputeFile}
      input={{ id, path }}
      label={t('removeFile')}
      name={name}
      messages={messages}
    />
  );
}

type Props = {
  id: string;
  /** Kinds that the provider still accepts. */
  kinds: EvidenceKind[];
  accept: string;
  hint: string;
};

/** Adds a file to the draft: its kind, a note, and the file, which is sent as soon as it is chosen. */
export function AddDisputeFile({ id, kinds, accept, hint }: Props) {
  const t = useTranslations('admin.disputes');
  const router = useRouter();
  const [chosen, setKind] = useState<EvidenceKind | null>(null);
  const [note, setNote] = useState('');
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0];
  if (!kind) return <p className="text-sm text-muted">{t('noMoreFiles')}</p>;

  async function add(file: File) {
    setProblem('');
    setPercent(0);
    const query = new URLSearchParams({
      dispute: id,
      kind: kind ?? '',
      name: cutFileName(file.name, 100),
      note: note.trim(),
    });
    const answer = await sendFile(`/api/dispute-file?${query}`, file, { onProgress: setPercent });
    setPercent(null);
    const body = answer?.body as { added?: true; message?: string } | null | undefined;
    if (!body?.added) {
      setProblem(`${file.name}: ${body?.message ?? t('fileErrors.uploadFailed')}`);
      return;
    }
    setNote('');
    void toast('success', t('fileAdded'));
    router.refresh();
  }

  return (
    <div className="space-y-3">
      <Select
        label={t('fileKind')}
        value={kind}
        onChange={({ target }) => setKind(target.value as EvidenceKind)}
        options={kinds.map((value) => ({ value, label: t(`fileKinds.${value}`) }))}
      />
      <Field
        label={t('fileNote')}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        hint={t('fileNoteHint')}
      />
      <div>
        <FileButton accept={accept} disabled={percent !== null} onChoose={([file]) => file && void add(file)}>
          {percent === null ? t('chooseFile') : t('sendingFile', { percent })}
        </FileButton>
        <p className="mt-1.5 text-sm text-muted">{hint}</p>
        {problem && (
          <p role="alert" className="mt-1.5 text-sm font-medium wrap-anywhere text-bad">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
