import 'server-only';
import { join } from 'node:path';
import { Font } from '@react-pdf/renderer';
import { graphemes } from '../graphemes';

/** The typeface of the pages, complete: the letters of all languages in Latin, Greek or Cyrillic script. */
export const typeface = 'Inter';

const folder = join(process.cwd(), 'node_modules/@expo-google-fonts/inter');
Font.register({
  family: typeface,
  fonts: [
    { src: join(folder, '400Regular/Inter_400Regular.ttf'), fontWeight: 400 },
    { src: join(folder, '700Bold/Inter_700Bold.ttf'), fontWeight: 700 },
  ],
});
// Otherwise words are divided as if all were English.
Font.registerHyphenationCallback((word) => [word]);

const substitute = '□';

/**
 * Returns a function that makes a text printable: it replaces a sign that the typeface lacks by `□`, so that the reader
 * notices the gap.
 *
 * @throws when the typeface cannot be read
 */
export async function loadTypeface(): Promise<(text: string) => string> {
  const descriptor = { fontFamily: typeface, fontWeight: 400 };
  await Font.load(descriptor);
  const font = Font.getFont(descriptor).data;
  const isDrawn = (sign: string) => font?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ?? false;
  return (text) =>
    Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => {
      // Joiners and similar characters are invisible.
      const signs = [...segment].filter((sign) => isDrawn(sign) || !/\p{Default_Ignorable_Code_Point}/u.test(sign));
      return signs.length > 0 && signs.every(isDrawn) ? signs.join('') : substitute;
    }).join('');
}
