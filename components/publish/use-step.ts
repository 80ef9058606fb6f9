import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { FormStep } from '@/lib/publish/fields';
import { setQuery } from './set-query';

export type StepName = FormStep | 'review';

/** The steps by their names in the address (`paso`). */
const names = { informacion: 'information', visuales: 'visuals', producto: 'product', revision: 'review' } as const;

function named(paso: string | null, isNew: boolean): StepName | undefined {
  const step = paso !== null && Object.hasOwn(names, paso) ? names[paso as keyof typeof names] : undefined;
  return isNew && step === 'review' ? undefined : step;
}

const nameOf = (step: StepName) => Object.entries(names).find(([, known]) => known === step)?.[0] ?? '';

/**
 * The open step of the form, stored in the address, so that a reload and links open it. `left`: the steps that were
 * left.
 */
export function useStep(isNew: boolean) {
  const query = useSearchParams();
  const paso = query.get('paso');
  const [open, setOpen] = useState<StepName>(named(paso, isNew) ?? 'information');
  const [left, setLeft] = useState<ReadonlySet<StepName>>(new Set());
  // A link to a step may be followed while the form is open. The address may be newer than React's state of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address has changed
  useEffect(() => {
    const step = named(new URLSearchParams(location.search).get('paso'), isNew);
    if (step) setOpen(step);
  }, [paso, isNew]);
  return {
    open,
    left,
    show: (step: StepName) => {
      setLeft((before) => new Set([...before, open]));
      setOpen(step);
      setQuery('paso', nameOf(step));
    },
  };
}
