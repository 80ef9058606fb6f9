'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { Tabs } from 'radix-ui';
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ProductCard } from '@/components/catalog/product/product-card';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { codeOfBreak, useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { fail } from '@/lib/core/action/result';
import type { SaleRates } from '@/lib/pricing/earnings';
import { sendToReview } from '@/lib/publish/action';
import { stepOf } from '@/lib/publish/fields';
import { type PreviewCreator, previewCard } from '@/lib/publish/preview';
import type { KeptDraft, OwnChoice, OwnChoices, OwnUse, ProductDraft } from '@/lib/publish/types';
import { DraftNotice, DraftState } from './draft-notice-client';
import { FieldErrors } from './field-errors';
import { ProductTools } from './product-tools-client';
import { setQuery } from './set-query';
import { StepEnd } from './step-end-client';
import { StepInformation } from './step-information-client';
import { StepProduct } from './step-product-client';
import { StepVisuals } from './step-visuals-client';
import { UploadOwner } from './upload-owner';
import { useDraft } from './use-draft';
import { useMissing } from './use-missing';
import { type StepName, useEarlyStep, useStep } from './use-step';

const PagePreview = onDemand(() => import('./page-preview-client').then((module) => module.PagePreview));

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

const tab =
  'min-h-11 shrink-0 border-b-2 border-transparent px-4 font-semibold text-muted -outline-offset-2 data-[state=active]:border-buy data-[state=active]:text-ink hover:text-ink';

/** Creators' products seen by this document, so that a form shown again can name the chosen ones. */
let seen: OwnChoice[] = [];

/** Merges known choices with new ones. */
const withNew = (known: OwnChoice[], others: OwnChoice[]): OwnChoice[] => [
  ...known,
  ...others.filter(({ id }) => !known.some((one) => one.id === id)),
];

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
  const [known, setKnown] = useState(() =>
    [own.pack.chosen, own.base.chosen, own.pack.found, own.base.found, seen].reduce(withNew, []),
  );
  const learn = useCallback((choices: OwnChoice[]) => setKnown((before) => withNew(before, choices)), []);
  useEffect(() => {
    seen = withNew(known, seen);
  }, [known]);
  const [isShown, setShown] = useState(false);
  const [open, openStep] = useStep(isNew);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone the steps do not fit beside each other.
  useEffect(() => {
    const shown = tabs.current?.querySelector<HTMLElement>(`[data-step=${open}]`);
    if (shown) tabs.current?.scrollTo({ left: shown.offsetLeft - (tabs.current.clientWidth - shown.offsetWidth) / 2 });
  }, [open]);
  const headings = useRef<Partial<Record<StepName, HTMLHeadingElement | null>>>({});
  const missing = useMissing(draft, isNew);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const errorsRef = useRef<HTMLDivElement>(null);
  const form = useEarlyStep(openStep);
  const card = previewCard(draft, creator, t('fields.name'), useLocale());
  const club = { percent: rates.club, joinCents: rates.join };
  const step = {
    draft,
    change: (part: Partial<ProductDraft>) => {
      setChanged((before) => new Set([...before, ...Object.keys(part)]));
      change(part);
    },
  };
  const steps: Array<{ name: StepName; content: ReactNode }> = [
    { name: 'information', content: <StepInformation {...step} isNew={isNew} rates={rates} /> },
    { name: 'visuals', content: <StepVisuals {...step} /> },
    {
      name: 'product',
      content: (
        <StepProduct {...step} isNew={isNew} rates={rates} own={{ first: own, known, learn, without: productId }} />
      ),
    },
    ...(product ? [{ name: 'review' as const, content: product.review }] : []),
  ];

  const { begin, draftId } = keeping;
  const owner = useMemo(
    () => (productId ? { id: productId, begin: () => productId } : { id: draftId, begin }),
    [productId, draftId, begin],
  );

  const { run, pending, problem, fieldErrors } = useAction(
    () =>
      sendToReview(productId, draft, keeping.draftId).catch(async (error) => {
        const code = await codeOfBreak(error);
        return fail(code === 'failed' ? 'offline' : code);
      }),
    {
      messages: text,
      onDone: ({ outcome }) => {
        keeping.end();
        void toast('success', t(outcome === 'review' ? (isNew ? 'created' : 'updated') : outcome));
        router.push('/dashboard');
      },
      onFail: () => {
        keeping.release();
        setChanged(new Set());
        requestAnimationFrame(() => errorsRef.current?.focus());
      },
    },
  );
  // One line per message, linked to its first field.
  const wrong = Object.entries(fieldErrors).filter(
    ([, code], index, all) => all.findIndex(([, other]) => other === code) === index,
  );
  const errorOf = (path: string) =>
    changed.has(path.split('.')[0] ?? '') || !fieldErrors[path] ? undefined : text(fieldErrors[path]);
  const hasErrors = (name: string) =>
    Object.keys(fieldErrors).some((path) => stepOf(path) === name && !changed.has(path.split('.')[0] ?? ''));

  const lacking = (name: string) => [
    ...new Set(Object.entries(missing).flatMap(([path, code]) => (stepOf(path) === name ? [code] : []))),
  ];

  function show(name: StepName) {
    setLeft((before) => new Set([...before, open]));
    openStep(name);
  }

  function goTo(path: string) {
    show(stepOf(path));
    requestAnimationFrame(() => document.getElementsByName(path)[0]?.focus());
  }

  function moveTo(name: StepName) {
    flushSync(() => show(name));
    headings.current[name]?.focus();
  }

  function discard() {
    keeping.discard();
    if (isNew) window.history.replaceState(null, '', '/publicar');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    keeping.hold();
    run();
  }

  return (
    // Sent before its scripts have come, a form with this method stays where it is.
    <form
      ref={form}
      method="dialog"
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="min-w-0 space-y-6">
        {product?.isArchived && <Notice tone="warn">{t('tools.isArchived')}</Notice>}
        <DraftNotice {...keeping} discard={discard} />
        {takenFrom && !kept && <Notice tone="plain">{t('takenFrom', { name: takenFrom })}</Notice>}
        {(wrong.length > 0 || problem) && (
          <div
            ref={errorsRef}
            tabIndex={-1}
            role="alert"
            className="rounded-control border border-bad bg-surface p-4 outline-none"
          >
            {wrong.length === 0 && <p className="font-medium text-bad">{problem}</p>}
            {wrong.length > 0 && <h2 className="mb-1 font-bold text-bad">{t('errorsTitle')}</h2>}
            <ul className="empty:hidden">
              {wrong.map(([path, code]) => (
                <li key={path}>
                  <button type="button" className="min-h-11 text-left underline" onClick={() => goTo(path)}>
                    {text(code)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <FieldErrors value={errorOf}>
          <Tabs.Root value={open} onValueChange={(name) => show(name as StepName)} activationMode="manual">
            <Tabs.List
              ref={tabs}
              aria-label={t('steps')}
              className="relative mb-6 flex overflow-x-auto border-b border-line"
            >
              {steps.map(({ name }, index) => (
                <Tabs.Trigger key={name} value={name} data-step={name} className={tab}>
                  <span>
                    {index + 1}. {t(`step.${name}`)}
                  </span>
                  {hasErrors(name) && (
                    <span className="text-bad">
                      <span aria-hidden> ●</span>
                      <span className="sr-only"> ({t('stepWrong')})</span>
                    </span>
                  )}
                  {!hasErrors(name) && left.has(name) && name !== open && lacking(name).length > 0 && (
                    <span className="text-warn">
                      <span aria-hidden> ○</span>
                      <span className="sr-only"> ({t('stepLacks')})</span>
                    </span>
                  )}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {steps.map(({ name, content }, index) => (
              <Tabs.Content key={name} value={name} forceMount className="data-[state=inactive]:hidden">
                <h2
                  ref={(element) => {
                    headings.current[name] = element;
                  }}
                  tabIndex={-1}
                  className="mb-4 scroll-mt-24 text-xl font-bold outline-none"
                >
                  {t('stepTitle', { place: index + 1, count: steps.length, name: t(`step.${name}`) })}
                </h2>
                <UploadOwner value={owner}>{content}</UploadOwner>
                <StepEnd
                  lacking={lacking(name).flatMap((code) => text(code) ?? [])}
                  previous={steps[index - 1]?.name}
                  next={steps[index + 1]?.name}
                  onMove={moveTo}
                />
              </Tabs.Content>
            ))}
          </Tabs.Root>
        </FieldErrors>
      </div>
      <aside
        aria-label={t('preview')}
        className="space-y-4 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem-var(--floor))] lg:self-start lg:overflow-y-auto"
      >
        <p className="text-sm font-medium text-muted">{t('preview')}</p>
        <div inert className="mx-auto max-w-56 lg:max-w-52">
          <ProductCard product={card} club={club} isPreview hasPrice={draft.price.trim() !== ''} />
        </div>
        <Button className="w-full" onClick={() => setShown(true)}>
          {t('pagePreview')}
        </Button>
        {product?.isOnSale && (
          <ButtonLink href={`/p/${product.slug}`} className="w-full">
            {t('seeInShop')}
          </ButtonLink>
        )}
        {product && <ProductTools product={product} />}
      </aside>
      <div className="sticky bottom-(--floor) z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-canvas p-4 lg:mx-0">
        <DraftState state={keeping.state} isKept={keeping.isKept} />
        <ButtonLink href="/dashboard">{t('leave')}</ButtonLink>
        <Button type="submit" variant="buy" pending={pending}>
          {t(isNew ? 'create' : 'send')}
        </Button>
      </div>
      {isShown && <PagePreview card={card} draft={draft} own={known} club={club} onClose={() => setShown(false)} />}
    </form>
  );
}
