import { useTranslations } from 'next-intl';
import { usePartLabel } from '@/components/moderation/use-part-label';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { textFields } from '@/lib/publish/fields';
import { type DraftBundle, type DraftEdition, draftLimits } from '@/lib/publish/types';
import { useFieldError } from './field-errors';
import { PictureInput } from './picture-input-client';

type EditionProps = { edition: DraftEdition; path: string; onChange: (part: Partial<DraftEdition>) => void };
type BundleProps = { bundle: DraftBundle; path: string; onChange: (part: Partial<DraftBundle>) => void };
type Typed = { target: { value: string } };

/** The names of an edition, two cells of a grid. */
export function EditionNames({ edition, path, onChange }: EditionProps) {
  const label = usePartLabel();
  const wrong = useFieldError();
  return (['name', 'nameEn'] as const).map((name) => (
    <Field
      key={name}
      label={label('editions', name)}
      maxLength={draftLimits.editionName}
      {...wrong(`${path}.${name}`)}
      value={edition[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  ));
}

/** The additions of an edition, in both languages. */
export function EditionIncludes({ edition, path, onChange }: EditionProps) {
  const t = useTranslations('publish.editions');
  const label = usePartLabel();
  const wrong = useFieldError();
  const field = (name: 'includes' | 'includesEn') => ({
    label: label('editions', name),
    rows: 3,
    maxLength: draftLimits.includes,
    ...wrong(`${path}.${name}`),
    value: edition[name],
    onChange: (event: Typed) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextArea {...field('includes')} hint={t('includesHint')} />
      <TextArea {...field('includesEn')} />
    </div>
  );
}

/** The own cover of an edition. */
export function EditionCover({ edition, path, onChange }: EditionProps) {
  const t = useTranslations('publish.editions');
  const wrong = useFieldError();
  return (
    <PictureInput
      kind="cover"
      label={t('cover')}
      hint={t('coverHint')}
      {...wrong(`${path}.cover`)}
      value={edition.cover}
      onChange={(cover) => onChange({ cover })}
    />
  );
}

const useBundleField = ({ bundle, path, onChange }: BundleProps) => {
  const label = usePartLabel();
  const wrong = useFieldError();
  return (name: 'name' | 'nameEn' | 'description' | 'descriptionEn') => ({
    label: label('bundles', name),
    maxLength: textFields[name.startsWith('name') ? 'name' : 'about'].longest,
    lang: name.endsWith('En') ? 'en' : undefined,
    ...wrong(`${path}.${name}`),
    value: bundle[name],
    onChange: (event: Typed) => onChange({ [name]: event.target.value }),
  });
};

/** The names of a bundle, two cells of a grid. */
export function BundleNames(props: BundleProps) {
  const field = useBundleField(props);
  return (
    <>
      <Field {...field('name')} />
      <Field {...field('nameEn')} />
    </>
  );
}

/** The descriptions of a bundle, in both languages. */
export function BundleDescriptions(props: BundleProps) {
  const field = useBundleField(props);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field {...field('description')} />
      <Field {...field('descriptionEn')} />
    </div>
  );
}
