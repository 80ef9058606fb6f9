import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import vnu from 'vnu-jar';
import { findJava } from '../../../scripts/tools/java.ts';

const engine = readFileSync(new URL(import.meta.resolve('accessibility-checker-engine')), 'utf8');

type Finding = { ruleId: string; value: [string, string]; message: string; snippet: string };

/** Definite violations of a page, as IBM's engine finds them. */
export async function askIbm(page: Page): Promise<string[]> {
  await page.evaluate(engine);
  const findings = (await page.evaluate(
    "new ace.Checker().check(document, ['IBM_Accessibility']).then(({ results }) => results)",
  )) as Finding[];
  return findings
    .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
}

type Message = { url: string; type: string; message: string; extract?: string };

/**
 * Messages of the W3C's validator about documents. One run checks all of them, because Java starts slowly.
 *
 * @param documents HTML by address
 */
export async function askW3c(documents: Map<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    const names = [...documents.keys()];
    await Promise.all(names.map((name, at) => writeFile(join(folder, `${at}.html`), documents.get(name) ?? '')));
    const args = ['-jar', String(vnu), '--errors-only', '--exit-zero-always', '--stdout', '--format', 'json', folder];
    const java = findJava();
    if (!java) throw new Error('No Java on this machine (package `default-jdk-headless`): the validator did not run.');
    const { stdout } = await promisify(execFile)(java, args, { maxBuffer: 64 * 1024 * 1024 });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages.map(({ url, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
      return `${name}: ${message} ${extract?.replace(/\s+/g, ' ').slice(0, 200) ?? ''}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
