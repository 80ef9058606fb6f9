import { useTranslations } from 'next-intl';
import { ButtonLink } from './button-link';

type Props = {
  /** Address of the newest entries, unless these are shown. */
  newest?: string | false | null;
  /** Address of the next older entries, if there are some. */
  older?: string | false | null;
  /** Labels that name the entries. */
  labels?: { newest?: string; older?: string };
  className?: string;
};

/** Links below a page of a list: back to its beginning, and to the next page. Renders nothing for a single page. */
export function PageLinks({ newest, older, labels = {}, className = '' }: Props) {
  const t = useTranslations('pageLinks');
  if (!newest && !older) return null;
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {newest && <ButtonLink href={newest}>{labels.newest ?? t('newest')}</ButtonLink>}
      {older && <ButtonLink href={older}>{labels.older ?? t('older')}</ButtonLink>}
    </div>
  );
}
