import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { patternOf, type Query } from './finder.ts';

type Element = {
  click(): Promise<void>;
  /** Replaces the content of a field. */
  fill(text: string): Promise<void>;
  choose(value: string): Promise<void>;
  upload(path: string): Promise<void>;
};

/** What a driver of a browser has to offer to the journeys. */
export type Driver = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  find(query: Query): Promise<Element | null>;
  /** The folder of finished downloads. */
  downloads: string;
  close(): Promise<void>;
};

const timeout = 45_000;

/** The steps of a journey. Each waits for its element. */
export function stepsOf(driver: Driver) {
  /** A driver refuses an element that React has replaced before it acts on it; then the new one is looked for. */
  const act = (query: Query, run: (element: Element) => Promise<void> = async () => {}) =>
    expect(async () => {
      const element = await driver.find(query);
      expect(element, `${patternOf(query)} on ${await driver.address()}`).toBeTruthy();
      await run(element as Element);
    }).toPass({ timeout });
  return {
    open: (path: string) => driver.open(new URL(path, process.env.SITE_URL).href),
    see: (role: string, name: RegExp) => act({ role, name }),
    read: (text: RegExp) => act({ text }),
    click: (role: string, name: RegExp) => act({ role, name }, (element) => element.click()),
    fill: (label: RegExp, text: string) => act({ label }, (element) => element.fill(text)),
    choose: (label: RegExp, value: string) => act({ label }, (element) => element.choose(value)),
    upload: (label: RegExp, path: string) => act({ label }, (element) => element.upload(path)),
    arriveAt: (address: RegExp) => expect.poll(() => driver.address(), { timeout }).toMatch(address),
    /** Waits for a download of this name that begins with these letters. A browser creates the file before its content. */
    downloaded: (name: string, start: string) =>
      expect(async () => {
        const content = await readFile(join(driver.downloads, name));
        expect(content.subarray(0, start.length).toString()).toBe(start);
      }).toPass({ timeout }),
    close: () => driver.close(),
  };
}

export type Steps = ReturnType<typeof stepsOf>;
