'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { OwnedMark } from '@/components/account/owned-mark-client';
import { Picture } from '@/components/ui/picture-client';
import type { Suggestion } from '@/lib/catalog/suggestions';
import { searchPath } from '@/lib/core/http/segments';
import { formatCents } from '@/lib/core/money';
import { displayPrice } from '@/lib/pricing';
import { forgetSearches, lastSearches } from './last-searches';
import { useSuggestions } from './use-suggestions';

type Option = { href: string; productId?: string; content: ReactNode };

type Props = {
  id: string;
  label: string;
  /** The typed text; an empty text shows the last searches. */
  text: string;
  active: number;
  /** Reports the addresses of the options, in their order. */
  onOptions: (hrefs: string[]) => void;
  onChoose: (href: string) => void;
};

/** Options below the search box, which handles the keys: products, pages of other kinds, or the last searches. */
export function SuggestionList({ id, label, text, active, onOptions, onChoose }: Props) {
  const t = useTranslations('nav.search');
  const { items, groups } = useSuggestions(text);
  const [last, setLast] = useState(lastSearches);

  const isEmpty = text.trim() === '';
  const shown: Array<{ title: string | null; options: Option[] }> = isEmpty
    ? [{ title: t('last'), options: last.map((one) => ({ href: searchPath(one), content: <Name>{one}</Name> })) }]
    : [
        {
          title: null,
          options: items.map((item) => ({
            href: `/p/${item.slug}`,
            productId: item.id,
            content: <ProductOption item={item} />,
          })),
        },
        ...groups.map(({ title, pages }) => ({
          title,
          options: pages.map((page) => ({ href: page.href, content: <PageOption {...page} /> })),
        })),
      ];
  const filled = shown.filter(({ options }) => options.length > 0);
  const hrefs = filled.flatMap(({ options }) => options.map(({ href }) => href));
  const all = hrefs.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses are new when their text is
  useEffect(() => onOptions(hrefs), [all]);

  let index = -1;
  return (
    <div
      hidden={hrefs.length === 0}
      className="absolute top-13 left-0 z-50 max-h-[calc(100dvh-6rem)] w-full max-w-xl overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-card"
    >
      <div id={id} role="listbox" aria-label={label}>
        {filled.map(({ title, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={title} role="group" aria-label={title ?? label}>
            {title && (
              <p aria-hidden className="px-2 pt-3 pb-1 text-sm font-semibold text-muted">
                {title}
              </p>
            )}
            {options.map(({ href, productId, content }) => {
              index += 1;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox that owns the list
                <div
                  key={href}
                  id={`${id}-${index}`}
                  role="option"
                  data-favorites={productId}
                  tabIndex={-1}
                  aria-selected={index === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(href)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-raised aria-selected:bg-raised"
                >
                  {content}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {isEmpty && (
        <button
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            forgetSearches();
            setLast([]);
          }}
          className="min-h-11 px-2 text-sm font-semibold text-link underline-offset-4 hover:underline"
        >
          {t('clear')}
        </button>
      )}
    </div>
  );
}

const Name = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 flex-1 truncate font-medium">{children}</span>
);

const Detail = ({ children }: { children: ReactNode }) => <span className="text-sm text-muted">{children}</span>;

function ProductOption({ item }: { item: Suggestion }) {
  const t = useTranslations('product');
  const locale = useLocale();
  return (
    <>
      <Picture
        src={item.coverUrl}
        alt=""
        width={36}
        height={48}
        sizes="64px"
        className="my-1 h-12 w-9 rounded object-cover"
      />
      <span className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <span className="max-w-full truncate font-medium">{item.name}</span>
        <OwnedMark productId={item.id} />
      </span>
      <Detail>
        {item.clubOnly ? t('clubOnly') : displayPrice(item) === 0 ? t('free') : formatCents(displayPrice(item), locale)}
      </Detail>
    </>
  );
}

function PageOption({ name, detail, pictureUrl }: { name: string; detail?: string; pictureUrl?: string }) {
  return (
    <>
      {pictureUrl && (
        <Picture
          src={pictureUrl}
          alt=""
          width={36}
          height={36}
          sizes="64px"
          className="my-1 size-9 rounded-full object-cover"
        />
      )}
      <Name>{name}</Name>
      {detail && <Detail>{detail}</Detail>}
    </>
  );
}
