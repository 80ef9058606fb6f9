'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { findHalfDate } from '@/components/ui/has-half-date';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { codeOfBreak, useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { fail } from '@/lib/core/action/result';
import type { SaleRates } from '@/lib/pricing/earnings';
import { sendToReview } from '@/lib/publish/action';
import { stepOf } from '@/lib/publish/fields';
import { type PreviewCreator, previewCard } from '@/lib/publish/preview';
import type { KeptDraft, OwnChoices, OwnUse, ProductDraft } from '@/lib/publish/types';
import { DraftNotice, DraftState } from './draft-notice-client';
import { EditorSide } from './editor-side-client';
import { FieldErrors } from './field-errors';
import { focusField } from './focus-field';
import { FormProblems } from './form-problems';
import { setQuery } from './set-query';
import { StepInformation } from './step-information-client';
import { StepProduct } from './step-product-client';
import { StepTabs } from './step-tabs-client';
import { StepVisuals } from './step-visuals-client';
import { UploadOwner } from './upload-owner';
import { useDraft } from './use-draft';
import { useKnownChoices } from './use-known-choices';
import { useMissing } from './use-missing';
import { type StepName, useStep } from './use-step';

type Props = {
  creator: PreviewCreator & { id: string };
  initial: ProductDraft;
  /** The saved draft of this form. */
  kept: KeptDraft | null;
  /** The creator's other products. */
  own: Record<OwnUse, OwnChoices>;
  rates: SaleRates;
  /** The product from which the fields of a new one are filled in. */
  takenFrom?: string | null;
  /** The edited product with the state of its review; undefined for a new one. */
  product?: { id: string; slug: string; isOnSale: boolean; isWaiting: boolean; isArchived: boolean; review: ReactNode };
};

/** Product form in steps, with a preview of its card. */
export function Editor({ creator, initial, kept, own, rates, takenFrom, product }: Props) {
  const t = useTranslations('publish');
  const text = useProblemText('publish.errors');
  const router = useRouter();
  const productId = product?.id ?? null;
  const query = useSearchParams();
  const isNew = product === undefined;
  const { draft, change, ...keeping } = useDraft({
    form: `${creator.id}-${product?.slug ?? 'new'}`,
    initial,
    kept,
    productId,
    named: query.get('borrador'),
    // The product and its review may have changed, too. Offline, the router would leave the page.
    onStale: () => {
      if (product && navigator.onLine) router.refresh();
    },
    // A reload, or the same address on another device, opens the same draft.
    onKept: (id) => {
      if (location.pathname === '/publicar') setQuery('borrador', id);
    },
  });
  const [known, learn] = useKnownChoices([own.pack.chosen, own.base.chosen, own.pack.found, own.base.found]);
  const { open, left, show } = useStep(isNew);
  const missing = useMissing(draft, isNew);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const errorsRef = useRef<HTMLDivElement>(null);
  const card = previewCard(draft, creator, t('fields.name'), useLocale());
  const club = { percent: rates.club, joinCents: rates.join };
  const step = {
    draft,
    change: (part: Partial<ProductDraft>) => {
      setChanged((before) => new Set([...before, ...Object.keys(part)]));
      change(part);
    },
  };
  const { begin, draftId } = keeping;
  const owner = useMemo(
    () => (productId ? { id: productId, begin: () => productId } : { id: draftId, begin }),
    [productId, draftId, begin],
  );

  const { run, pending, problem, fieldErrors } = useAction(
    async () => {
      const saved = await keeping.pause();
      if (!saved) return fail('draftChanged');
      return sendToReview(productId, draft, { ...saved, persona: personOfPage() }).catch(async (error) => {
        const code = await codeOfBreak(error);
        return fail(code === 'failed' ? 'offline' : code);
      });
    },
    {
      messages: text,
      onDone: ({ outcome }) => {
        keeping.end();
        void toast('success', t(outcome === 'review' ? (isNew ? 'created' : 'updated') : outcome));
        router.push('/dashboard');
      },
      onFail: (code) => {
        keeping.resume();
        // The page then says that the product has changed.
        if (code === 'productChanged') router.refresh();
        setChanged(new Set());
        requestAnimationFrame(() => errorsRef.current?.focus());
      },
    },
  );
  // One line per message, linked to its first field.
  const wrong = Object.entries(fieldErrors)
    .filter(([, code], index, all) => all.findIndex(([, other]) => other === code) === index)
    .map(([path, code]) => ({ path, message: text(code) }));
  const hasChanged = (path: string) => changed.has(path.split('.')[0] ?? '');
  const errorOf = (path: string) => (hasChanged(path) || !fieldErrors[path] ? undefined : text(fieldErrors[path]));

  const contents: Array<[name: StepName, content: ReactNode]> = [
    ['information', <StepInformation key="information" {...step} isNew={isNew} rates={rates} />],
    ['visuals', <StepVisuals key="visuals" {...step} />],
    [
      'product',
      <StepProduct
        key="product"
        {...step}
        isNew={isNew}
        rates={rates}
        own={{ first: own, known, learn, without: productId }}
      />,
    ],
    ...(product ? [['review', product.review] satisfies [StepName, ReactNode]] : []),
  ];
  const steps = contents.map(([name, content]) => {
    const ofStep = (codes: Record<string, string>) => Object.entries(codes).filter(([path]) => stepOf(path) === name);
    return {
      name,
      content: <UploadOwner value={owner}>{content}</UploadOwner>,
      isWrong: ofStep(fieldErrors).some(([path]) => !hasChanged(path)),
      lacking: [...new Set(ofStep(missing).map(([, code]) => code))].flatMap((code) => text(code) ?? []),
    };
  });

  function goTo(path: string) {
    show(stepOf(path));
    requestAnimationFrame(() => focusField(path));
  }

  function discard() {
    keeping.discard();
    if (isNew) window.history.replaceState(null, '', '/publicar');
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const half = findHalfDate(event.currentTarget);
    if (half) {
      // The browser has no message for a field that is hidden with its step.
      show(stepOf(half.name));
      requestAnimationFrame(() => half.reportValidity());
      return;
    }
    run();
  }

  return (
    <form
      method="dialog"
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <KeepFocus />
      <div className="min-w-0 space-y-6">
        {product?.isArchived && <Notice tone="warn">{t('tools.isArchived')}</Notice>}
        <DraftNotice {...keeping} discard={discard} />
        {takenFrom && !kept && <Notice tone="plain">{t('takenFrom', { name: takenFrom })}</Notice>}
        <FormProblems ref={errorsRef} wrong={wrong} problem={problem} goTo={goTo} />
        <FieldErrors value={errorOf}>
          <StepTabs steps={steps} open={open} left={left} show={show} />
        </FieldErrors>
      </div>
      <EditorSide card={card} draft={draft} own={known} club={club} product={product} />
      <div className="sticky bottom-(--floor) z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-canvas p-4 lg:mx-0">
        <DraftState state={keeping.state} isKept={keeping.isKept} />
        <ButtonLink href="/dashboard">{t('leave')}</ButtonLink>
        <Button type="submit" variant="buy" pending={pending}>
          {t(isNew ? 'create' : 'send')}
        </Button>
      </div>
    </form>
  );
}
