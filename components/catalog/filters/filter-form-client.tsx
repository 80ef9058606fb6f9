'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react';
import { addressOf, type Chosen, type Listing, orderOf } from '@/lib/catalog/filters';

const typingMs = 600;

/** State preserved across navigation between lists: expanded filters and focus. */
let carried: { isOpen: boolean; field: string } | null = null;

const foldOf = (form: HTMLFormElement) => form.querySelector('details');

function carryOver(form: HTMLFormElement) {
  const fold = foldOf(form);
  const field = carried?.field ? form.elements.namedItem(carried.field) : null;
  if (fold && carried) fold.open = carried.isOpen;
  if (field instanceof HTMLElement && document.activeElement === document.body) field.focus({ preventScroll: true });
  carried = null;
}

type Props = { listing: Listing; chosen: Chosen; label: string; children: ReactNode };

/**
 * Synchronises the fields with the address, including after the back button, because uncontrolled fields keep their
 * input.
 */
function follow(form: HTMLFormElement, chosen: Chosen, listing: Listing) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      field.checked = chosen[field.name as keyof Chosen] === field.value;
    } else if (field instanceof HTMLSelectElement) {
      field.value = field.name === 'orden' ? orderOf(listing, chosen) : (chosen[field.name as keyof Chosen] ?? '');
    } else if (field instanceof HTMLInputElement && field !== document.activeElement) {
      field.value = chosen[field.name as keyof Chosen] ?? '';
    }
  }
}

/** Filter form: each change navigates at once. Without JavaScript its button submits it. */
export function FilterForm({ listing, chosen, label, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [pending, startTransition] = useTransition();
  const shown = addressOf(listing, chosen);
  const isNew = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields depend only on the address
  useEffect(() => {
    if (!form.current) return;
    carryOver(form.current);
    // The first effect applies input from before hydration; later ones follow the address.
    if (isNew.current) open();
    else follow(form.current, chosen, listing);
    isNew.current = false;
  }, [shown]);
  useEffect(() => {
    const fold = form.current && foldOf(form.current);
    return () => {
      clearTimeout(typing.current);
      if (fold) carried ??= { isOpen: fold.open, field: '' };
    };
  }, []);

  function open() {
    clearTimeout(typing.current);
    if (!form.current) return;
    const entries = [...new FormData(form.current)].map(([name, value]) => [name, String(value)]);
    const wanted = addressOf(listing, Object.fromEntries(entries));
    if (wanted === shown) return;
    const { activeElement } = document;
    const field =
      activeElement && form.current.contains(activeElement) ? (activeElement.getAttribute('name') ?? '') : '';
    carried = { isOpen: foldOf(form.current)?.open ?? false, field };
    startTransition(() => router.push(wanted, { scroll: false }));
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    clearTimeout(typing.current);
    const isTyped = target instanceof HTMLInputElement && target.type === 'number';
    if (isTyped) typing.current = setTimeout(open, typingMs);
    else open();
  }

  return (
    <form
      ref={form}
      action={listing.path}
      aria-label={label}
      aria-busy={pending}
      autoComplete="off"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
      className="mb-4 transition-opacity aria-busy:opacity-60"
    >
      {children}
    </form>
  );
}
