import { z } from 'zod';
import { fieldLengths } from '@/lib/account/field-lengths';
import { confusables } from './confusables';

const takenFor = [...confusables.takenFor];
const looksLike = new Map([...confusables.signs].map((sign, index) => [sign, takenFor[index] ?? sign]));

const punctuation = /[ -/:-@[-`{-~\u00a1\u00b7\u00bf\u2010-\u2027\u2030-\u205e\u3001-\u3003\u30fb]/g;

/**
 * The skeleton of a name: without accents, case, spaces and punctuation, with each character replaced by the one it
 * resembles. Names with the same skeleton count as the same name. Same as `esqueleto_nombre` in SQL.
 */
export function skeletonOf(name: string): string {
  const letters = Array.from(
    name.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''),
    (sign) => looksLike.get(sign) ?? sign,
  )
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const skeleton = letters
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(punctuation, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
  return skeleton || letters;
}

/** Normalises a typed name: NFKC, single spaces, trimmed. */
export const cleanName = (typed: string): string => typed.normalize('NFKC').replace(/\s+/g, ' ').trim();

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
// biome-ignore-start lint/suspicious/noMisleadingCharacterClass: none of these is meant to join another
const invisible =
  /[\p{Cs}\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/u;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above
// biome-ignore-end lint/suspicious/noMisleadingCharacterClass: see above

/** The fault of a name, as a key of `settings.errors`; null if it is valid. Same as `problema_nombre` in SQL. */
export function nameProblem(name: string): 'nameEmpty' | 'nameLong' | 'nameInvisible' | 'nameCharacters' | null {
  if (name === '') return 'nameEmpty';
  if ([...name].length > fieldLengths.displayName) return 'nameLong';
  if (invisible.test(name)) return 'nameInvisible';
  if (name.normalize('NFKC') !== name || /^ | $| {2}|\\|%[0-9A-Fa-f]{2}|^[./ ]+$/.test(name)) return 'nameCharacters';
  return null;
}

/** A normalised display name. Its messages are keys of `settings.errors`. */
export const displayNameSchema = z
  .string()
  .transform(cleanName)
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const reservedWords = [
  'admin',
  'admins',
  'soporte',
  'support',
  'staff',
  'oficial',
  'official',
  'sistema',
  'system',
  'root',
  'webmaster',
].map(skeletonOf);
const reservedParts = ['unstore', 'administra', 'moderador', 'moderator', 'moderacion'].map(skeletonOf);
const meant: Record<string, string> = { '4': 'a', '3': 'e', '5': 's', '7': 't', '@': 'a', $: 's' };

/**
 * True if a name could be mistaken for the shop, as a whole or in a word, also with digits in place of letters. Only
 * staff may use such names. Same as `nombre_reservado` in SQL.
 */
export function isReservedName(name: string): boolean {
  const words = [name, ...name.split(/[ -/:-@[-`{-~]+/)];
  const seen = [...words, ...words.map((word) => word.replace(/^[0-9]+|[0-9]+$/g, ''))]
    .filter((word) => word !== '')
    .map((word) => skeletonOf(word.replace(/[4357@$]/g, (sign) => meant[sign] ?? sign)));
  return seen.some((word) => reservedWords.includes(word) || reservedParts.some((part) => word.includes(part)));
}
