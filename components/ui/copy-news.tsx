import { useTranslations } from 'next-intl';

/** Result of copying a text, visible and for screen readers. */
export function CopyNews({ state }: { state: 'copied' | 'refused' | undefined }) {
  const t = useTranslations('fields');
  return (
    <span role="status" className={`text-sm ${state === 'refused' ? 'text-bad' : 'text-good'}`}>
      {state ? t(state) : ''}
    </span>
  );
}
