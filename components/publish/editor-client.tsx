'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { Tabs } from 'radix-ui';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ProductCard } from '@/components/catalog/product/product-card';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { fail } from '@/lib/core/action/result';
import { sendToReview } from '@/lib/publish/action';
import { type PreviewCreator, previewCard } from '@/lib/publish/preview';
import type { OwnChoice } from '@/lib/publish/server';
import type { ProductDraft } from '@/lib/publish/types';
import { StepInformation } from './step-information-client';
import { StepProduct } from './step-product-client';
import { StepVisuals } from './step-visuals-client';
import { useDraft } from './use-draft';

const PagePreview = onDemand(() => import('./page-preview-client').then((module) => module.PagePreview));

type Props = {
  creator: PreviewCreator & { id: string };
  initial: ProductDraft;
  /** The creator's other products. */
  own: OwnChoice[];
  /** The product that is being changed, with the state of its review; undefined for a new one. */
  product?: { id: string; slug: string; isOnSale: boolean; review: ReactNode };
};

const tab =
  'min-h-11 shrink-0 border-b-2 border-transparent px-4 font-semibold text-muted data-[state=active]:border-buy data-[state=active]:text-ink hover:text-ink';

/** The form of a product in steps, with a preview of its card. */
export function Editor({ creator, initial, own, product }: Props) {
  const t = useTranslations('publish');
  const text = useProblemText('publish.errors');
  const router = useRouter();
  const key = `draft-${creator.id}-${product?.slug ?? 'new'}`;
  const { draft, change, isRecovered, discard, forget } = useDraft(key, initial);
  const [isShown, setShown] = useState(false);
  const errorsRef = useRef<HTMLDivElement>(null);
  const card = previewCard(draft, creator, t('fields.name'), useLocale());
  const step = { draft, change };
  const isNew = product === undefined;
  const steps: Array<{ name: 'information' | 'visuals' | 'product' | 'review'; content: ReactNode }> = [
    { name: 'information', content: <StepInformation {...step} isNew={isNew} /> },
    { name: 'visuals', content: <StepVisuals {...step} /> },
    { name: 'product', content: <StepProduct {...step} isNew={isNew} own={own} /> },
    ...(product ? [{ name: 'review' as const, content: product.review }] : []),
  ];

  const { run, pending, problem, fieldErrors } = useAction(
    () => sendToReview(product?.id ?? null, draft).catch(() => fail('offline')),
    {
      messages: text,
      onDone: () => {
        forget();
        void toast('success', t(isNew ? 'created' : 'updated'));
        router.push('/dashboard');
      },
      onFail: () => requestAnimationFrame(() => errorsRef.current?.focus()),
    },
  );
  const wrong = [...new Set(Object.values(fieldErrors))].map(text);
  const errors = wrong.length > 0 ? wrong : [problem].filter(Boolean);

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0 space-y-6">
        {isRecovered && (
          <p
            role="status"
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line p-3"
          >
            {t('recovered')}
            <Button onClick={discard}>{t('discard')}</Button>
          </p>
        )}
        {errors.length > 0 && (
          <div
            ref={errorsRef}
            tabIndex={-1}
            role="alert"
            className="rounded-control border border-bad bg-surface p-4 outline-none"
          >
            <h2 className="font-bold text-bad">{t('errorsTitle')}</h2>
            <ul className="mt-2 list-disc pl-5">
              {errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </div>
        )}
        <Tabs.Root defaultValue="information" activationMode="manual">
          <Tabs.List aria-label={t('steps')} className="mb-6 flex overflow-x-auto border-b border-line">
            {steps.map(({ name }, index) => (
              <Tabs.Trigger key={name} value={name} className={tab}>
                {index + 1}. {t(`step.${name}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {steps.map(({ name, content }) => (
            <Tabs.Content key={name} value={name} forceMount className="data-[state=inactive]:hidden">
              {content}
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </div>
      <aside aria-label={t('preview')} className="space-y-4 lg:sticky lg:top-24 lg:self-start">
        <p className="text-sm font-medium text-muted">{t('preview')}</p>
        <div inert className="mx-auto max-w-56 lg:max-w-none">
          <ProductCard product={card} />
        </div>
        <Button className="w-full" onClick={() => setShown(true)}>
          {t('pagePreview')}
        </Button>
        {product?.isOnSale && (
          <ButtonLink href={`/p/${product.slug}`} className="w-full">
            {t('seeInShop')}
          </ButtonLink>
        )}
      </aside>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-canvas p-4 lg:col-span-2 lg:mx-0">
        <ButtonLink href="/dashboard">{t('cancel')}</ButtonLink>
        <Button type="submit" variant="buy" pending={pending}>
          {t(isNew ? 'create' : 'send')}
        </Button>
      </div>
      {isShown && <PagePreview card={card} draft={draft} own={own} onClose={() => setShown(false)} />}
    </form>
  );
}
