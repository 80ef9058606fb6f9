import { useTranslations } from 'next-intl';

/** What has become of a text that was to be copied, for eyes and screen readers. */
export function CopyNews({ state }: { state: 'copied' | 'refused' | undefined }) {
  const t = useTranslations('fields');
  return (
    <span role="status" className={`text-sm ${state === 'refused' ? 'text-bad' : 'text-good'}`}>
      {state ? t(state) : ''}
    </span>
  );
}
