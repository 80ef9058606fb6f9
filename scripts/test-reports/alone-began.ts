import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Writes a file when the tests that run alone begin: from then on half of the machine is idle. */
export default class AloneBegan implements Reporter {
  readonly #file: string;

  constructor({ configDir, outputFile }: { configDir: string; outputFile: string }) {
    this.#file = resolve(configDir, outputFile);
  }

  onTestBegin(test: TestCase) {
    if (test.parent.project()?.name === 'alone') writeFileSync(this.#file, '');
  }

  printsToStdio() {
    return false;
  }
}
