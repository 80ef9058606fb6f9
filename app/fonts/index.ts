import localFont from 'next/font/local';

// Both files are the Latin files of Fontsource cut down with fontTools, because every first visit waits for them: the
// weights that the shop uses, no hinting, and of the features only kerning, ligatures, marks and tabular figures. A font
// that comes too late for the first paint waits for the next page (`optional`), so that no text moves under a finger.

export const displayFont = localFont({
  src: './sora-latin-700.woff2',
  variable: '--font-display',
  // One weight stands for all bold ones, so that none is made up by the browser.
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
