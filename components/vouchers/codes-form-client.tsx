'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { Field } from '@/components/ui/field';
import { Download } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { useAction } from '@/components/ui/use-action';
import { isUndecided } from '@/components/ui/use-money-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { AdminProduct } from '@/lib/admin/products';
import { generateCodes } from '@/lib/vouchers/admin-action';

/** Creates redeem codes for a product and offers them as a file. */
export function CodesForm({ product }: { product: AdminProduct }) {
  const t = useTranslations('admin.product');
  const [codes, setCodes] = useState<string[]>([]);
  const text = useProblemText('admin.product.errors');
  const { run, pending, problem } = useAction(generateCodes, {
    messages: (code) => text(isUndecided(code) ? 'codesUndecided' : code),
    onDone: setCodes,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    run({ id: product.id, editionId: String(form.get('edition') ?? ''), count: Number(form.get('count')) });
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="space-y-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('codeCount')} name="count" inputMode="numeric" hint={t('codeCountHint')} defaultValue="10" />
        {product.editions.length > 0 && (
          <Select
            label={t('edition')}
            name="edition"
            options={[
              { value: '', label: t('noEdition') },
              ...product.editions.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" pending={pending}>
        {t('generate')}
      </Button>
      {codes.length > 0 && (
        <div className="space-y-3">
          <Notice tone="good">{t('generated', { count: codes.length })}</Notice>
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(['codigo', ...codes].join('\r\n'))}`}
            download={`codigos-${product.slug}.csv`}
            className={buttonStyles({})}
          >
            <Download aria-hidden className="size-4" />
            {t('downloadCodes')}
          </a>
          <ul aria-label={t('codes')} className="max-h-60 overflow-y-auto font-mono text-sm">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
