import { icon } from './icon';
import sites from './sites.svg';

// Logos of other sites in one colour, from Simple Icons 16 (CC0), because Lucide has none.
export const Bluesky = icon(sites, 'bluesky');
export const CurseForge = icon(sites, 'curseforge');
export const Discord = icon(sites, 'discord');
export const GitHub = icon(sites, 'github');
export const Instagram = icon(sites, 'instagram');
export const KoFi = icon(sites, 'kofi');
export const Modrinth = icon(sites, 'modrinth');
export const Patreon = icon(sites, 'patreon');
export const TikTok = icon(sites, 'tiktok');
export const Twitch = icon(sites, 'twitch');
export const XSite = icon(sites, 'x');
export const YouTube = icon(sites, 'youtube');
