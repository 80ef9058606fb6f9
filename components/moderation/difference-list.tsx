import { useTranslations } from 'next-intl';
import { Picture } from '@/components/ui/picture-client';
import { type Category, pathOfCategory } from '@/lib/catalog/categories';
import { sanitizeRichText } from '@/lib/core/html';
import type { Difference } from '@/lib/moderation/difference';
import type { RevisionLinks } from '@/lib/moderation/revision';
import { usePartLabel } from './use-part-label';

const pictures = new Set(['cover', 'banner', 'images']);
const richTexts = new Set(['description', 'descriptionEn']);
const flags = new Set(['clubOnly', 'reservation', 'isDlc', 'downloadable', 'available']);
const labels = {
  name: 'name',
  nameEn: 'name',
  about: 'about',
  aboutEn: 'about',
  description: 'description',
  descriptionEn: 'description',
  changes: 'changes',
  changesEn: 'changes',
  legalEn: 'legal',
  baseId: 'base',
  images: 'gallery',
} as const;

function Value({ field, text, files }: { field: string; text: string; files: RevisionLinks }) {
  const t = useTranslations('moderation');
  const nav = useTranslations('nav');
  if (!text) return <span className="text-muted">{t('nothing')}</span>;
  if (pictures.has(field)) {
    return (
      <span className="flex flex-wrap gap-2">
        {text.split('\n').map((url) => (
          <Picture
            key={url}
            src={url}
            alt=""
            width={200}
            height={120}
            sizes="200px"
            className="h-28 w-auto rounded-control border border-line object-contain"
          />
        ))}
      </span>
    );
  }
  if (richTexts.has(field)) {
    return (
      <div
        className="rich-text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in this line
        dangerouslySetInnerHTML={{ __html: sanitizeRichText(text) }}
      />
    );
  }
  if (flags.has(field)) return t(text === 'true' ? 'yes' : 'no');
  if (field === 'category') return nav(pathOfCategory(text as Category));
  const file = Object.hasOwn(files, text) ? files[text] : undefined;
  if (file) {
    return (
      <a href={file.href} className="font-semibold wrap-anywhere text-link underline" download>
        {file.name}
      </a>
    );
  }
  return <span className="whitespace-pre-line wrap-anywhere">{withNames(text, files)}</span>;
}

/** Names of files, with the part of the path that distinguishes equal names. */
const withNames = (text: string, files: RevisionLinks) =>
  text.replaceAll(
    /descargas\/[^\s/]+\/([^\s/]{8})[^\s/]*\/([^\s/]+)/g,
    (link, part: string, name: string) => `${files[link]?.name ?? name} (${part})`,
  );

type Props = {
  /** `part`: the name of an edition or a bundle, and its field that differs. */
  differences: Array<Difference & { part?: { name: string; field: string } }>;
  hasBefore: boolean;
  files: RevisionLinks;
  /** Label of the compared version. */
  beforeLabel?: string;
};

/** The revision beside the published or returned version, field by field. */
export function DifferenceList({ differences, hasBefore, files, beforeLabel }: Props) {
  const t = useTranslations('moderation');
  const fields = useTranslations('publish.fields');
  const languages = useTranslations('publish');
  const partLabel = usePartLabel();
  const name = ({ field, part }: Props['differences'][number]) => {
    if (field === 'editions' || field === 'bundles') {
      const title = languages(`${field}.title`);
      return part ? `${part.name || title} · ${partLabel(field, part.field)}` : title;
    }
    const label = fields((field in labels ? labels[field as keyof typeof labels] : field) as 'name');
    return field.endsWith('En') ? `${label} (${languages('english')})` : label;
  };
  if (differences.length === 0) return <p className="text-muted">{t('noDifference')}</p>;
  return (
    <ul className={hasBefore ? 'space-y-3' : 'grid grid-cols-1 gap-3 lg:grid-cols-2'}>
      {differences.map((difference) => {
        const { before, after, part } = difference;
        const field = part ? part.field : difference.field;
        return (
          <li key={name(difference)} className="rounded-card border border-line bg-surface p-4">
            <h3 className="mb-2 font-bold wrap-anywhere">{name(difference)}</h3>
            <div className={hasBefore ? 'grid grid-cols-1 gap-4 md:grid-cols-2' : undefined}>
              {hasBefore && (
                <div className="min-w-0">
                  <p className="text-sm text-muted">{beforeLabel ?? t('before')}</p>
                  <Value field={field} text={before} files={files} />
                </div>
              )}
              <div className="min-w-0">
                {hasBefore && <p className="text-sm text-muted">{t('after')}</p>}
                <Value field={field} text={after} files={files} />
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
