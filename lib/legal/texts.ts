import enCookies from '@/content/legal/en/cookies.md';
import enNotice from '@/content/legal/en/notice.md';
import enPrivacy from '@/content/legal/en/privacy.md';
import enRefunds from '@/content/legal/en/refunds.md';
import enTerms from '@/content/legal/en/terms.md';
import esCookies from '@/content/legal/es/cookies.md';
import esNotice from '@/content/legal/es/notice.md';
import esPrivacy from '@/content/legal/es/privacy.md';
import esRefunds from '@/content/legal/es/refunds.md';
import esTerms from '@/content/legal/es/terms.md';
import type { Locale } from '@/lib/core/i18n/locales';
import type { LegalPage } from './pages';

/** The Markdown of each page, bundled with every build. */
export const legalTexts: Record<Locale, Record<LegalPage, string>> = {
  es: { cookies: esCookies, notice: esNotice, privacy: esPrivacy, refunds: esRefunds, terms: esTerms },
  en: { cookies: enCookies, notice: enNotice, privacy: enPrivacy, refunds: enRefunds, terms: enTerms },
};
