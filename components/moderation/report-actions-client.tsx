'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Confirm } from '@/components/ui/confirm-client';
import { Field } from '@/components/ui/field';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import { actOnReport, askInReport, settleReport } from '@/lib/moderation/reports/action';
import {
  noteLimit,
  type ProfilePart,
  profileParts,
  questionLimit,
  type ReportedKind,
} from '@/lib/moderation/reports/types';

const acts = ['takeDown', 'ask', 'ban', 'settle', 'dismiss'] as const;
type Act = (typeof acts)[number];
type Props = { id: string; kind: ReportedKind; name: string; isAdmin: boolean };

/**
 * Acts of a moderator on a report: one act, with the text that it requires. Bans are for admins. A dialog confirms acts
 * that remove something.
 */
export function ReportActions({ id, kind, name, isAdmin }: Props) {
  const t = useTranslations('moderation.reports');
  const format = useFormatter();
  const router = useRouter();
  const [act, setAct] = useState<Act>('takeDown');
  const { text, setText, forget } = useKeptText(`report-act:${id}`);
  const [parts, setParts] = useState<ProfilePart[]>([]);
  const [alsoDown, setAlsoDown] = useState(true);
  const [until, setUntil] = useState('');
  const [isAsked, setAsked] = useState(false);
  const refreshAnswered = useRefreshAnswered();
  const { run, pending, problem } = useAction(
    async () => {
      if (act === 'ask') return askInReport({ id, text });
      if (act === 'settle' || act === 'dismiss') return settleReport({ id, isFounded: act === 'settle', note: text });
      const isBan = act === 'ban';
      const down = kind === 'usuario' ? parts : isBan && !alsoDown ? [] : (['retirar'] as const);
      return actOnReport({
        id,
        measures: isBan ? [...down, 'vetar'] : [...down],
        until: isBan ? until : '',
        reason: text,
      });
    },
    {
      messages: useProblemText('moderation.reports.errors'),
      onDone: () => {
        setAsked(false);
        setText('');
        forget();
        void toast('success', t(`acts.${act}.done`));
        router.refresh();
      },
      onFail: (error) => {
        setAsked(false);
        refreshAnswered(error);
      },
    },
  );

  /** A reported account has no author. */
  const isPerson = kind === 'usuario';
  function nameOf(value: Act): string {
    if (value === 'takeDown') return t(`takeDown.${kind}`);
    return t(isPerson && (value === 'ask' || value === 'ban') ? `acts.${value}.person` : `acts.${value}.name`);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (hasHalfDate(event.currentTarget)) return;
    // Without a reason the act is refused, and the field shows it.
    if (isHard && text.trim() !== '') setAsked(true);
    else run();
  }

  const isHard = act === 'takeDown' || act === 'ban';
  const banEnd = act === 'ban' && until ? format.dateTime(new Date(`${until}T12:00:00Z`), 'day') : null;
  const has = (part: ProfilePart) => parts.includes(part);
  return (
    <form
      method="dialog"
      onSubmit={submit}
      noValidate
      aria-label={t('actsFor', { name })}
      className="space-y-4 border-t border-line pt-4"
    >
      <Select
        label={t('act')}
        options={acts.filter((value) => isAdmin || value !== 'ban').map((value) => ({ value, label: nameOf(value) }))}
        value={act}
        onChange={(event) => setAct(event.target.value as Act)}
      />
      {isPerson && isHard && (
        <fieldset className="grid grid-cols-1 gap-x-6 sm:grid-cols-3">
          <legend className="text-sm font-medium">{t('partsLegend')}</legend>
          {profileParts.map((part) => (
            <Check
              key={part}
              label={t(`measures.${part}`)}
              checked={has(part)}
              onChange={() => setParts(has(part) ? parts.filter((other) => other !== part) : [...parts, part])}
            />
          ))}
        </fieldset>
      )}
      {act === 'ban' && (
        <div className="grid grid-cols-1 items-end gap-x-6 gap-y-2 sm:grid-cols-2">
          <Field
            label={t('until')}
            hint={t('untilHint')}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          {!isPerson && <Check label={t('alsoDown')} checked={alsoDown} onChange={() => setAlsoDown(!alsoDown)} />}
        </div>
      )}
      <TextArea
        label={t(`acts.${act}.text`)}
        hint={t(`acts.${act}.hint`)}
        rows={3}
        maxLength={act === 'ask' ? questionLimit : noteLimit}
        value={text}
        error={problem}
        announced
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant={isHard ? 'danger' : 'buy'} pending={pending}>
        {nameOf(act)}
      </Button>
      {isAsked && (
        <Confirm
          title={t(`confirm.${act === 'ban' ? (banEnd ? 'banTitle' : 'banTitleForGood') : 'takeDownTitle'}`, {
            act: nameOf(act),
            name,
            date: banEnd ?? '',
          })}
          text={t(act === 'ban' ? 'confirm.banText' : 'confirm.takeDownText', { reason: text.trim() })}
          confirmLabel={nameOf(act)}
          cancelLabel={t('confirm.cancel')}
          isDangerous
          pending={pending}
          onConfirm={run}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
