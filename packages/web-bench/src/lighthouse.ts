import { findAnyPorts } from '@unstore/processes';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import type { BrowserChoice } from './browser.ts';
import { median } from './load.ts';

export type Grades = { performance: number; accessibility: number; practices: number; seo: number; lcp: number };

const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  practices: 'best-practices',
  seo: 'seo',
};

/**
 * Lighthouse's mobile scores of a page, from 0 to 100, and its LCP in milliseconds, as medians of the rounds. `BENCH_DETAILS`
 * prints the audits that are not passed.
 */
export async function grade(url: string, rounds: number, { launch = {} }: BrowserChoice = {}): Promise<Grades> {
  const { port } = await findAnyPorts('port');
  const found: Grades[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
    });
    try {
      const result = await lighthouse(url, { port, logLevel: 'error' });
      if (!result) throw new Error(`Lighthouse has no result for ${url}`);
      const { categories: graded, audits } = result.lhr;
      const scoreOf = (name: string) => Math.round((graded[name]?.score ?? 0) * 100);
      found.push({
        performance: scoreOf(categories.performance),
        accessibility: scoreOf(categories.accessibility),
        practices: scoreOf(categories.practices),
        seo: scoreOf(categories.seo),
        lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      });
      if (process.env.BENCH_DETAILS) {
        const bad = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
        console.log(url, bad.map(({ id, displayValue = '' }) => `${id} ${displayValue}`).join('; '));
        console.log(JSON.stringify(audits['lcp-breakdown-insight']?.details ?? {}).slice(0, 1500));
      }
    } finally {
      await browser.close();
    }
  }
  const medianOf = (name: keyof Grades) => median(found.map((grades) => grades[name]));
  return {
    performance: medianOf('performance'),
    accessibility: medianOf('accessibility'),
    practices: medianOf('practices'),
    seo: medianOf('seo'),
    lcp: medianOf('lcp'),
  };
}
