import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { findAnyPorts } from '@unstore/processes';
import { Builder, By, Capabilities, type WebElement } from 'selenium-webdriver';
import { localeCookie } from '../../../../lib/core/i18n/locales.ts';
import { findWebKit } from '../../../../scripts/tools/other-browsers.ts';
import type { Driver } from './browser.ts';
import { argumentsOf, finder, testingLibrary } from './finder.ts';

/** Starts an X server without a screen, and returns its process and its display. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as Readable, 'data');
  return { screen, display: `:${String(number).trim()}` };
}

/** Starts Debian's WebKitGTK, driven by WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'));
  const { screen, display } = await startScreen();
  const { browser: binary = '', driver: program = '' } = findWebKit();
  const { webdriver } = await findAnyPorts('webdriver');
  const address = `http://127.0.0.1:${webdriver}`;
  const server = spawn(program, [`--port=${webdriver}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, HOME: home },
  });
  await expect
    .poll(() =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  // This browser has no narrower window.
  await driver.manage().window().setRect({ width: 390, height: 844, x: 0, y: 0 });
  // This browser prefers the language of an installed locale, and only English may be installed.
  await driver.get(process.env.SITE_URL ?? '');
  await driver.manage().addCookie({ name: localeCookie, value: 'es' });
  return {
    downloads: home,
    open: (path) => driver.get(path),
    address: () => driver.getCurrentUrl(),
    close: async () => {
      await driver.quit();
      server.kill();
      screen.kill();
    },
    find: async (query) => {
      await driver.executeScript(testingLibrary);
      const element = await driver.executeScript<WebElement | null>(
        `return (${finder})(...arguments)`,
        ...argumentsOf(query),
      );
      if (!element) return null;
      // WebDriver scrolls an element to the edge of the window, where the menu of phones covers it.
      await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
      return {
        click: () => element.click(),
        choose: (value) => element.findElement(By.css(`option[value="${value}"]`)).click(),
        upload: (path) => element.sendKeys(path),
        fill: async (text) => {
          await element.clear();
          await element.sendKeys(text);
        },
      };
    },
  };
}
