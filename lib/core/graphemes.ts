/** Splits a text into the signs that a reader sees: an emoji of several code points is one. */
export const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
