'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useProblemText } from '@/components/ui/use-problem-text';
import { applyBulkEdit, previewBulkEdit } from '@/lib/publish/bulk/action';
import { type BulkForm, type BulkResult, type ChosenProduct, emptyBulkForm } from '@/lib/publish/bulk/types';
import { BulkFields } from './bulk-fields-client';
import { BulkResults } from './bulk-results';

type Props = { products: ChosenProduct[]; today: string };

/** A preview with its form and the idempotency key of the edit. */
type Shown = { form: BulkForm; results: BulkResult[]; key: string };

const marksOf = (results: BulkResult[]) =>
  Object.fromEntries(results.flatMap(({ id, mark, changes }) => (mark && changes?.length ? [[id, mark]] : [])));

const heading = 'scroll-mt-24 text-xl font-bold outline-none';

/** One change of several products: the form, a preview, and the results. */
export function BulkEdit({ products, today }: Props) {
  const t = useTranslations('bulkEdit');
  const text = useProblemText('bulkEdit.errors');
  const [form, setForm] = useState(emptyBulkForm);
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState<BulkResult[] | null>(null);
  const preview = useAction(previewBulkEdit, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: (results, sent) => setShown({ form: sent.form, results, key: crypto.randomUUID() }),
  });
  const element = useFirstWrong(preview.fieldErrors);
  const apply = useAction(applyBulkEdit, { messages: text, onDone: setDone });

  function change(part: Partial<BulkForm>) {
    setForm((before) => ({ ...before, ...part }));
    setShown(null);
    apply.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setShown(null);
    apply.reset();
    preview.run({ ids: products.map(({ id }) => id), form });
  }

  function again() {
    setDone(null);
    setShown(null);
  }

  if (done) {
    return (
      <section aria-labelledby="done" className="space-y-4">
        <h2 id="done" ref={focusOnShow} tabIndex={-1} className={heading}>
          {t('done', { count: done.filter(({ changes }) => changes?.length).length })}
        </h2>
        <BulkResults results={done} isDone />
        <div className="flex flex-wrap gap-3">
          <Button onClick={again}>{t('again')}</Button>
          <ButtonLink href="/dashboard#products" variant="buy">
            {t('back')}
          </ButtonLink>
        </div>
      </section>
    );
  }

  const marks = shown ? marksOf(shown.results) : {};
  const possible = Object.keys(marks).length;
  return (
    <div className="space-y-8">
      <form method="dialog" ref={element} onSubmit={submit} noValidate className="space-y-4">
        <BulkFields
          form={form}
          today={today}
          errorOf={(field) => text(preview.fieldErrors[`form.${field}`])}
          onChange={change}
        />
        {preview.problem && <Notice tone="bad">{preview.problem}</Notice>}
        <Button type="submit" variant={shown ? undefined : 'buy'} pending={preview.pending}>
          {t('preview')}
        </Button>
      </form>
      {shown && (
        <section aria-labelledby="shown" className="space-y-4">
          <h2 id="shown" ref={focusOnShow} tabIndex={-1} className={heading}>
            {t('shown', { count: possible, total: shown.results.length })}
          </h2>
          <BulkResults results={shown.results} />
          {apply.problem && <Notice tone="bad">{apply.problem}</Notice>}
          {possible > 0 && (
            <Button
              variant="buy"
              pending={apply.pending}
              onClick={() => apply.run({ form: shown.form, marks, key: shown.key })}
            >
              {t('apply', { count: possible })}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}
