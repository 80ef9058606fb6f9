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

/** What journeys need of the driver of a browser. */
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
  /** Finds an element and acts on it, again if React replaces the element in between. */
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
    /** Waits for the content of a download, because a browser first creates an empty file. */
    downloaded: (name: string, start: string) =>
      expect(async () => {
        const content = await readFile(join(driver.downloads, name));
        expect(content.subarray(0, start.length).toString()).toBe(start);
      }).toPass({ timeout }),
    close: () => driver.close(),
  };
}

export type Steps = ReturnType<typeof stepsOf>;
