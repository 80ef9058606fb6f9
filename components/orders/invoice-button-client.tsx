'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, useState } from 'react';
import { buttonStyles } from '@/components/ui/button-styles';
import { FileDown } from '@/components/ui/icons/desk';
import { LoaderCircle } from '@/components/ui/icons/shop';
import { toast } from '@/components/ui/toast';

/** Safari reads the file only after the click that saves it. */
const readableMs = 60_000;

/** Saves a file under the server's file name. */
async function save(response: Response, otherwise: string): Promise<void> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readableMs);
}

type Props = {
  /** Id of an order, a payment or a document. */
  id: string;
  /** Set for a credit note: its number, which is its label. */
  creditNote?: { number: string; undoes: boolean };
  /** Set for a Club charge; `id` is then its document's. */
  ofClub?: boolean;
};

/**
 * Downloads the invoice of an order or a payment, and shows the result. Before hydration it is a plain link to the file.
 */
export function InvoiceButton({ id, creditNote, ofClub = false }: Props) {
  const t = useTranslations('invoice.button');
  const file = useTranslations('invoice')('file');
  const [pending, setPending] = useState(false);
  const path = `/api/${ofClub ? 'club-invoice' : 'factura'}/${id}`;

  async function download(event: MouseEvent) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    void toast('info', t('downloading'));
    try {
      const response = await fetch(path);
      const isWaiting = response.status === 409;
      if (!response.ok && !isWaiting) throw new Error(String(response.status));
      if (!isWaiting) await save(response, `${file}.pdf`);
      void (isWaiting ? toast('info', t('waiting')) : toast('success', t('done')));
    } catch {
      void toast('error', t('failed'));
    }
    setPending(false);
  }

  return (
    <a
      href={path}
      onClick={download}
      {...(pending && { 'aria-busy': true, 'aria-disabled': true })}
      className={buttonStyles({ className: 'relative z-10' })}
    >
      {pending ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
      ) : (
        <FileDown aria-hidden className="size-4" />
      )}
      <span>
        {creditNote ? t(creditNote.undoes ? 'undoing' : 'rectifying', { number: creditNote.number }) : t('label')}
      </span>
    </a>
  );
}
