/** Splits a text into graphemes: an emoji of several code points is one. */
export const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
