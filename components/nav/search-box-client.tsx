'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { store } from '@/components/ui/browser-storage';
import { Search } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { maxSearchLength, searchPath, textOfSearchPath } from '@/lib/core/http/segments';
import { usePublicPath } from './use-public-path';

const SuggestionList = onDemand(() => import('./suggestion-list-client').then((module) => module.SuggestionList));
/** Loaded when a search is sent, like the list of suggestions when it opens. */
const keepSearch = (query: string) =>
  void import('./last-searches').then(
    (module) => module.keepSearch(query),
    () => undefined,
  );
const TooLong = onDemand(() => import('@/components/ui/too-long-client').then((module) => module.TooLong));

/** Reports the query of the open results page once the address is known. */
function KeepQuery({ onQuery }: { onQuery: (text: string) => void }) {
  const path = usePublicPath();
  useEffect(() => {
    const text = textOfSearchPath(path);
    if (text !== null) onQuery(text);
  }, [path, onQuery]);
  return null;
}

/**
 * Search box with suggestions: arrows select, Enter opens, Escape closes. Without JavaScript it is a plain form. On
 * narrow phones it is an icon, which expands to the header's width on focus.
 */
export function SearchBox() {
  const t = useTranslations('nav.search');
  const router = useRouter();
  const [id, listId] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState<string[]>([]);
  const isTooLong = text.trim().length > maxSearchLength;
  const shown = open && !isTooLong && options.length > 0;

  // Takes over text typed before hydration.
  useEffect(() => {
    if (!input.current?.value) return;
    setText(input.current.value);
    setOpen(document.activeElement === input.current);
  }, []);

  function go(href: string) {
    setOpen(false);
    // The sources of sales count a suggestion as a search (`lib/catalog/sale-source.ts`).
    store('came', '/search', 'session');
    router.push(href);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setOpen(false);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setActive((now) =>
      options.length === 0 ? -1 : (now + step + options.length + (now < 0 && step < 0 ? 1 : 0)) % options.length,
    );
  }

  return (
    <search
      className="@container relative min-w-0 flex-1"
      // The list contains a button.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <form
        action="/search"
        aria-label={t('label')}
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = shown ? options[active] : undefined;
          // A key before hydration is in the box before it is in the state.
          const query = (input.current?.value ?? text).trim();
          if (chosen) go(chosen);
          else if (query) {
            keepSearch(query);
            go(searchPath(query));
          }
        }}
      >
        <Suspense>
          <KeepQuery onQuery={setText} />
        </Suspense>
        <Search
          aria-hidden
          className="pointer-events-none absolute top-3 left-3 size-5 text-muted @max-[9rem]:right-3 @max-[9rem]:left-auto"
        />
        <input
          ref={input}
          id={id}
          // A combobox must be a text field (ARIA in HTML); `enterKeyHint` labels the phone's keyboard.
          type="text"
          enterKeyHint="search"
          name="q"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={t('placeholder')}
          autoComplete="off"
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-long` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setOpen(true)}
          className="h-11 w-full max-w-xl rounded-control border border-edge bg-surface pr-3 pl-10 text-ellipsis placeholder:text-muted @max-[9rem]:ml-auto @max-[9rem]:block @max-[9rem]:w-11 @max-[9rem]:cursor-pointer @max-[9rem]:border-transparent @max-[9rem]:bg-transparent @max-[9rem]:p-0 @max-[9rem]:text-transparent @max-[9rem]:placeholder:text-transparent @max-[9rem]:hover:bg-raised"
        />
        {/* Next.js strips `.rsc` from the end of an address, so the query must not be last. */}
        <input type="hidden" name="por" value="texto" />
      </form>
      <p aria-live="polite" className="sr-only">
        {open && text.trim() !== '' ? t('results', { count: options.length }) : ''}
      </p>
      {isTooLong && (
        <div className="absolute top-12 left-0 z-50 rounded-card border border-line bg-surface px-3 pb-2 shadow-card">
          <TooLong control={id} id={`${id}-long`} most={maxSearchLength} value={text} />
        </div>
      )}
      {/* A closed box requests nothing: on the results page it contains the current query. */}
      {open && !isTooLong && (
        <SuggestionList
          id={listId}
          label={t('label')}
          text={text}
          active={active}
          onOptions={setOptions}
          onChoose={go}
        />
      )}
    </search>
  );
}
