import { useTranslations } from 'next-intl';
import { buttonStyles } from '@/components/ui/button-styles';
import type { SocialProvider } from '@/lib/account/sign-in/social-providers';

/** Logos of the services in one colour, as their guidelines allow. */
const marks: Record<SocialProvider, string> = {
  google:
    'M12.2 10.3v3.9h5.5c-.2 1.300-1.600 3.900-5.500 3.900a6.100 6.100 0 0 1 0-12.200c1.900 0 3.200.8 3.900 1.500l2.700-2.600A9.600 9.600 0 0 0 12.200 2.300a9.700 9.700 0 1 0 0 19.400c5.600 0 9.300-3.900 9.300-9.500 0-.7-.1-1.300-.2-1.900z',
  discord:
    'M19.600 5.200A17 17 0 0 0 15.400 4l-.5 1.100a16 16 0 0 0-5.800 0L8.600 4a17 17 0 0 0-4.200 1.200C1.800 9.100 1.100 12.900 1.400 16.600A17 17 0 0 0 6.600 19.300l1.100-1.800-1.700-.8.4-.3a12 12 0 0 0 11.200 0l.4.3-1.700.8 1.100 1.800a17 17 0 0 0 5.200-2.700c.4-4.300-.7-8-3-11.400M8.500 14.400c-1 0-1.900-.9-1.900-2.100s.8-2.100 1.900-2.100 1.900.9 1.900 2.100-.8 2.100-1.900 2.100m7 0c-1 0-1.900-.9-1.900-2.100s.8-2.100 1.900-2.100 1.900.9 1.900 2.100-.8 2.100-1.900 2.100',
};

/** Links to sign in with another service, usable without scripts. Renders nothing if none is configured. */
export function SocialButtons({ providers, next }: { providers: SocialProvider[]; next: string }) {
  const t = useTranslations('auth.social');
  if (providers.length === 0) return null;
  return (
    <div className="mb-5 space-y-3">
      {providers.map((provider) => (
        <a
          key={provider}
          href={`/auth/social?provider=${provider}&next=${encodeURIComponent(next)}`}
          className={buttonStyles({ size: 'large', className: 'w-full' })}
        >
          <svg aria-hidden viewBox="0 0 24 24" className="size-5 fill-current">
            <path d={marks[provider]} />
          </svg>
          {t(provider)}
        </a>
      ))}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </div>
  );
}
