import localFont from 'next/font/local';

export const displayFont = localFont({
  src: './sora-latin-wght-normal.woff2',
  variable: '--font-display',
  weight: '100 800',
  display: 'swap',
  adjustFontFallback: 'Arial',
});

export const textFont = localFont({
  src: './inter-latin-wght-normal.woff2',
  variable: '--font-text',
  weight: '100 900',
  display: 'swap',
  adjustFontFallback: 'Arial',
});
