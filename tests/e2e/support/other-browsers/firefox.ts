import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { findFirefox } from '../../../../scripts/tools/other-browsers.ts';
import type { Driver } from './browser.ts';
import { argumentsOf, finder, testingLibrary } from './finder.ts';

/** Starts Debian's Firefox, driven by WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const downloads = await mkdtemp(join(tmpdir(), 'firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'intl.accept_languages': 'es-ES, es',
    },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844 });
  return {
    downloads,
    open: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    close: () => browser.close(),
    find: async (query) => {
      await page.evaluate(testingLibrary);
      const handle = await page.evaluateHandle(`(${finder})(...${JSON.stringify(argumentsOf(query))})`);
      const element = handle.asElement() as ElementHandle<HTMLInputElement> | null;
      if (!element) return null;
      return {
        click: () => element.click(),
        choose: async (value) => void (await element.select(value)),
        upload: (path) => element.uploadFile(path),
        fill: async (text) => {
          await element.evaluate((field) => field.select());
          await element.type(text);
        },
      };
    },
  };
}
