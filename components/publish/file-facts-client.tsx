'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { cut } from '@/lib/core/cut';
import { textFields } from '@/lib/publish/fields';
import type { FileFacts } from '@/lib/publish/file-facts';
import type { ProductDraft } from '@/lib/publish/types';

type Props = {
  facts: FileFacts;
  draft: ProductDraft;
  isNew: boolean;
  onUse: (part: Partial<ProductDraft>) => void;
};

const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Metadata of a file for empty fields of the form. Typed values are kept, except the version. */
export function proposalOf({ name, version, about, games }: FileFacts, draft: ProductDraft, isNew: boolean) {
  const known = listOf(draft.compatible);
  const compatible = [...known, ...games.filter((game) => !known.includes(game))].join(', ');
  const proposed: Partial<ProductDraft> = {
    ...(name && !draft.name ? { name: cut(name, textFields.name.longest) } : {}),
    ...(about && !draft.about ? { about: cut(about, textFields.about.longest) } : {}),
    ...(version && !isNew && version !== draft.version ? { version: cut(version, textFields.version.longest) } : {}),
    ...(games.some((game) => !known.includes(game)) ? { compatible } : {}),
  };
  return proposed;
}

/** Proposes the metadata of the uploaded file. */
export function FileFactsProposal({ facts, draft, isNew, onUse }: Props) {
  const t = useTranslations('publish');
  const proposed = proposalOf(facts, draft, isNew);
  const entries = Object.entries(proposed) as Array<['name' | 'about' | 'version' | 'compatible', string]>;
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('facts.title')} className="space-y-3 rounded-control border border-line p-4 text-sm">
      <h3 className="font-semibold">{t('facts.read', { file: facts.source })}</h3>
      <dl className="space-y-1">
        {entries.map(([field, value]) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{t(`fields.${field}`)}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => onUse(proposed)}>{t('facts.use')}</Button>
    </section>
  );
}
