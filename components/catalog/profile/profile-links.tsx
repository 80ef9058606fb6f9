import { useTranslations } from 'next-intl';
import type { Icon } from '@/components/ui/icons/icon';
import { Globe } from '@/components/ui/icons/shop';
import {
  Bluesky,
  CurseForge,
  Discord,
  GitHub,
  Instagram,
  KoFi,
  Modrinth,
  Patreon,
  TikTok,
  Twitch,
  XSite,
  YouTube,
} from '@/components/ui/icons/sites';
import type { LinkKind, ProfileLink } from '@/lib/catalog/profile-links';

const marks: Record<Exclude<LinkKind, 'website'>, Icon> = {
  bluesky: Bluesky,
  curseforge: CurseForge,
  discord: Discord,
  github: GitHub,
  instagram: Instagram,
  kofi: KoFi,
  modrinth: Modrinth,
  patreon: Patreon,
  tiktok: TikTok,
  twitch: Twitch,
  x: XSite,
  youtube: YouTube,
};

function Mark({ kind }: { kind: LinkKind }) {
  if (kind === 'website') return <Globe className="size-5 shrink-0" />;
  const Site = marks[kind];
  return <Site className="size-5 shrink-0 fill-current stroke-none" />;
}

/** The links of a profile to other sites, each with its logo and its host; renders nothing without any. */
export function ProfileLinks({ links, name }: { links: ProfileLink[]; name: string }) {
  const t = useTranslations('creator');
  if (links.length === 0) return null;
  return (
    <ul aria-label={t('linksOf', { name })} className="mt-3 flex flex-wrap gap-x-5">
      {links.map(({ kind, href, host }) => (
        <li key={href}>
          <a
            href={href}
            rel="nofollow ugc noopener"
            target="_blank"
            className="inline-flex min-h-11 items-center gap-2 text-link underline-offset-4 hover:underline"
          >
            <Mark kind={kind} />
            <span className="sr-only">{t(`sites.${kind}`)}</span>
            <span className="wrap-anywhere">{host}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
