import type { LaunchOptions } from 'playwright';

/** The browser of a measurement. */
export type BrowserChoice = {
  /** By default Playwright's Chromium. */
  launch?: LaunchOptions;
  /** Language of the visitor, such as `es-ES`. */
  locale?: string;
};

/** The screen of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
