'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import type { EditFormState } from '@/components/ui/use-edit-form';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useLeaveQuestion } from '@/components/ui/use-leave-question';
import type { FieldValue } from '@/lib/core/action/edit';

type Props = {
  form: EditFormState;
  /** Label of a field. */
  label: (field: string) => string;
  /** Display text of a value, if different from the value itself. */
  show?: (field: string, value: FieldValue) => string | undefined;
  saveLabel: string;
  /** Replaces saving at once, for forms with a confirmation. */
  onSubmit?: () => void;
  children: ReactNode;
};

/**
 * Layout of an edit form: restored input, conflicts with both values to choose from, errors, and a confirmation before
 * leaving.
 */
export function EditForm({ form, label, show = () => undefined, saveLabel, onSubmit, children }: Props) {
  const t = useTranslations('admin.edit');
  const router = useRouter();
  const path = usePathname();
  const element = useFirstWrong(form.fieldErrors);
  const { target, stay } = useLeaveQuestion(form.isDirty && !form.pending);
  const open = Object.entries(form.conflicts);
  const text = (field: string, value: FieldValue) =>
    show(field, value) ?? (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value === '' ? t('empty') : value);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (hasHalfDate(event.currentTarget)) return;
    if (onSubmit) onSubmit();
    else form.submit();
  }

  return (
    <form method="dialog" ref={element} onSubmit={submit} noValidate className="space-y-4">
      {form.isRecovered && form.isDirty && (
        <div role="status" className="space-y-2 rounded-control border border-line p-3 text-sm">
          <p>{t('recovered')}</p>
          <Button onClick={form.forget}>{t('discard')}</Button>
        </div>
      )}
      {children}
      {open.length > 0 && (
        <section aria-label={t('conflictTitle')} className="space-y-3 rounded-control border border-bad p-4">
          <h3 className="font-bold">{t('conflictTitle')}</h3>
          <p className="text-sm text-muted">{t('conflictText')}</p>
          <ul className="space-y-3">
            {open.map(([field, theirs]) => (
              <li key={field} className="space-y-2 text-sm">
                <p className="font-semibold">{label(field)}</p>
                <p className="break-words whitespace-pre-wrap">{t('theirs', { value: text(field, theirs) })}</p>
                <p className="break-words whitespace-pre-wrap">
                  {t('mine', { value: text(field, form.values[field] ?? '') })}
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button
                    aria-label={t('takeTheirsOf', { field: label(field) })}
                    onClick={() => form.resolve(field, false)}
                  >
                    {t('takeTheirs')}
                  </Button>
                  <Button
                    aria-label={t('keepMineOf', { field: label(field) })}
                    onClick={() => form.resolve(field, true)}
                  >
                    {t('keepMine')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {form.problem && open.length === 0 && (
        <Notice tone="bad">
          <span>{form.problem}</span>
          {form.code === 'notSignedIn' && (
            <>
              {' '}
              <Link href={`/login?next=${encodeURIComponent(path)}`} data-keeps className="font-semibold underline">
                {t('signIn')}
              </Link>
            </>
          )}
        </Notice>
      )}
      <Button type="submit" variant="buy" pending={form.pending} disabled={open.length > 0}>
        {saveLabel}
      </Button>
      {target !== null && (
        <Dialog title={t('leaveTitle')} description={t('leaveText')} closeLabel={t('stay')} onClose={stay}>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="buy" onClick={stay}>
              {t('stay')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                form.forget();
                stay();
                router.push(target);
              }}
            >
              {t('leave')}
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
