import { useTranslations } from 'next-intl';

/** The label of a field of an edition or a bundle, such as `name` or `includesEn`. */
export function usePartLabel() {
  const t = useTranslations('publish');
  return (list: 'editions' | 'bundles', field: string): string => {
    if (list === 'editions') return t(`editions.${field as 'name'}`);
    const label = t(`bundles.${field.replace(/En$/, '') as 'name'}`);
    return field.endsWith('En') ? `${label} (${t('english')}, ${t('optional')})` : label;
  };
}
