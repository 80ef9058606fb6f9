import localFont from 'next/font/local';

// Subsets of Fontsource's Latin files, made with fontTools because every first visit waits for them: the used weights,
// no hinting, and only kerning, ligatures, marks and tabular figures. A font that misses the first paint is used from
// the next page on (`optional`), so that text never shifts.

export const displayFont = localFont({
  src: './sora-latin-700.woff2',
  variable: '--font-display',
  // One file serves all bold weights, so that the browser synthesises none.
  weight: '600 800',
  display: 'optional',
  adjustFontFallback: 'Arial',
});

export const textFont = localFont({
  src: './inter-latin-400-700.woff2',
  variable: '--font-text',
  weight: '400 700',
  display: 'optional',
  adjustFontFallback: 'Arial',
});
