import { fail, type Result, succeed } from '@/lib/core/action/result';

/** Maximum length of a profile link, in characters. */
export const profileLinkLength = 200;

/** Sites that are shown with their mark, by the domains of their addresses. */
const sites = {
  discord: ['discord.gg', 'discord.com'],
  youtube: ['youtube.com', 'youtu.be'],
  github: ['github.com'],
  modrinth: ['modrinth.com'],
  curseforge: ['curseforge.com'],
  x: ['x.com', 'twitter.com'],
  tiktok: ['tiktok.com'],
  twitch: ['twitch.tv'],
  instagram: ['instagram.com'],
  bluesky: ['bsky.app'],
  patreon: ['patreon.com'],
  kofi: ['ko-fi.com'],
} as const;
export type LinkKind = keyof typeof sites | 'website';

/** A link of a profile: its site, its address, and its host without `www.`. */
export type ProfileLink = { kind: LinkKind; href: string; host: string };

/** Describes a stored link. */
export function toProfileLink(href: string): ProfileLink {
  const host = new URL(href).hostname.replace(/^www\./, '');
  const found = Object.entries(sites).find(([, domains]) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
  );
  return { kind: (found?.[0] as LinkKind | undefined) ?? 'website', href, host };
}

const publicHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const reserved =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|test|example|invalid|alt)$/;

export type LinkProblem = 'linkInvalid' | 'linkHttps' | 'linkLogin' | 'linkPrivate' | 'linkLong';

/**
 * Parses an address that was typed as a profile link: https of a public name, without a password or a port. `https://`
 * may be left out; a name in other scripts becomes punycode.
 *
 * @returns the address as browsers write it, or a code of `settings.errors`; the same rules as `enlace_publico` of the
 *   database
 */
export function readProfileLink(text: string): Result<string, LinkProblem> {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;
  if (/\s/.test(typed) || !URL.canParse(address)) return fail('linkInvalid');
  const { protocol, username, password, port, hostname, href } = new URL(address);
  if (protocol !== 'https:') return fail('linkHttps');
  if (username + password !== '') return fail('linkLogin');
  // A number, a network address and a name without a dot are not public names.
  if (port !== '' || !hostname.includes('.') || /^[\d.]+$/.test(hostname) || reserved.test(hostname)) {
    return fail('linkPrivate');
  }
  if (href.length > profileLinkLength) return fail('linkLong');
  return publicHost.test(hostname) && /^[!-~]*$/.test(href) ? succeed(href) : fail('linkInvalid');
}
