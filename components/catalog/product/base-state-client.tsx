'use client';

import { useTranslations } from 'next-intl';
import { useKnown } from '@/components/account/use-me';

/** States if the visitor owns the product that an extension needs. */
export function BaseState({ id, name }: { id: string; name: string }) {
  const t = useTranslations('parts');
  const isOwned = useKnown(({ library }) => library[id]);
  return (
    <p className={isOwned ? 'py-1 text-good' : 'py-1'}>
      {t(isOwned ? 'hasBase' : isOwned === false ? 'lacksBase' : 'needsBase', { name })}
    </p>
  );
}
