'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import type { SaleRates } from '@/lib/pricing/earnings';
import type { FileFacts } from '@/lib/publish/file-facts';
import { emptyEdition } from '@/lib/publish/types';
import { Bundles } from './bundles-client';
import { Editions } from './editions-client';
import { useFieldError } from './field-errors';
import { FileFactsProposal } from './file-facts-client';
import { FileInput } from './file-input-client';
import { ManyFiles } from './many-files-client';
import { OwnSearch } from './own-search-client';
import { useTextField } from './text-field';
import type { OwnProducts, StepProps } from './types';
import { useOwnChoices } from './use-own-choices';

type Props = StepProps & { isNew: boolean; own: OwnProducts; rates: SaleRates };

/** Step with the product's file, version, editions, bundles and availability. */
export function StepProduct({ draft, change, isNew, own, rates }: Props) {
  const [baseText, setBaseText] = useState('');
  const [facts, setFacts] = useState<FileFacts | null>(null);
  async function read(file: File) {
    setFacts(null);
    // The archive reader is loaded on demand; the form works without it.
    const archive = await import('./read-archive').catch(() => null);
    setFacts((await archive?.readArchive(file).catch(() => null)) ?? null);
  }
  // An upload may finish after other changes.
  const latest = useRef(draft);
  latest.current = draft;
  function takeFile(edition: string | null, downloadLink: string, file: File) {
    if (edition === null) void read(file);
    const editions = latest.current.editions.map((one) => (one.key === edition ? { ...one, downloadLink } : one));
    change(edition === null ? { downloadLink } : { editions });
  }
  function addEdition(name: string): string {
    const key = crypto.randomUUID();
    change({ editions: [...latest.current.editions, { ...emptyEdition, key, name }] });
    return key;
  }
  const { first, known, learn, without } = own;
  const { found, hasFailed, isNone } = useOwnChoices({
    use: 'base',
    text: baseText,
    first: first.base,
    without,
    learn,
  });
  const base = known.find(({ id }) => id === draft.baseId);
  const bases = [...(base ? [base] : []), ...found.filter(({ id }) => id !== draft.baseId)];
  const t = useTranslations('publish');
  const wrong = useFieldError();
  const textField = useTextField({ draft, change });
  const check = (name: 'downloadable' | 'available' | 'reservation' | 'isDlc') => ({
    label: t(`fields.${name}`),
    checked: draft[name],
    onChange: (event: { target: { checked: boolean } }) => change({ [name]: event.target.checked }),
  });
  const isEvent = draft.category === 'evento';
  return (
    <div className="space-y-6">
      <fieldset className="space-y-3 rounded-card border border-line p-4">
        <legend className="px-1 font-semibold">{t('fields.file')}</legend>
        <Check {...check('downloadable')} />
        {draft.downloadable ? (
          <>
            <p className="text-sm text-muted">{t('fields.fileHint')}</p>
            <FileInput
              label={t('fields.downloadLink')}
              {...wrong('downloadLink')}
              value={draft.downloadLink}
              onChange={(downloadLink) => change({ downloadLink })}
              onFile={(file) => void read(file)}
            />
            <ManyFiles product={draft.name} editions={draft.editions} onAdd={addEdition} onDone={takeFile} />
            {facts && <FileFactsProposal facts={facts} draft={draft} isNew={isNew} onUse={change} />}
          </>
        ) : (
          <p className="text-sm text-muted">{t('fields.notDownloadable')}</p>
        )}
        <Field {...textField('size')} placeholder="12 MB" />
        {!isNew && (
          <>
            <Field {...textField('version')} hint={t('fields.versionHint')} />
            <TextArea {...textField('changes')} label={`${t('fields.changes')} (${t('spanish')})`} />
            <TextArea
              {...textField('changesEn')}
              label={`${t('fields.changes')} (${t('english')}, ${t('optional')})`}
              lang="en"
            />
          </>
        )}
      </fieldset>
      <Editions value={draft.editions} rates={rates} onChange={(editions) => change({ editions })} />
      <Bundles value={draft.bundles} own={own} onChange={(bundles) => change({ bundles })} />
      <Check {...check('available')} />
      <Check {...check('reservation')} />
      {(draft.reservation || isEvent) && (
        <Field
          label={t(isEvent ? 'fields.eventDate' : 'fields.releaseDate')}
          {...wrong('releaseDate')}
          type="date"
          value={draft.releaseDate}
          onChange={(event) => change({ releaseDate: event.target.value })}
        />
      )}
      {(first.base.found.length > 0 || first.base.chosen.length > 0) && <Check {...check('isDlc')} />}
      {draft.isDlc && first.base.isMore && (
        <OwnSearch
          label={t('fields.searchBase')}
          none={t('fields.noBaseFound')}
          text={baseText}
          onText={setBaseText}
          isNone={isNone}
          hasFailed={hasFailed}
        />
      )}
      {draft.isDlc && (
        <Select
          label={t('fields.base')}
          {...wrong('baseId')}
          value={draft.baseId}
          onChange={(event) => change({ baseId: event.target.value })}
          options={[
            { value: '', label: t('fields.chooseBase') },
            ...bases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextArea {...textField('legal')} rows={2} />
      <TextArea {...textField('legalEn')} label={t('fields.legalEn')} lang="en" rows={2} />
    </div>
  );
}
