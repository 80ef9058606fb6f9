import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findJava, findJavaCompiler } from '../../../scripts/tools/java.ts';
import { stampFile, streamedZip, values, zip } from './samples';

const run = promisify(execFile);
const manifest = 'Manifest-Version: 1.0\r\nMain-Class: Main\r\n\r\n';
const settings = 'buyer: %%__USERNAME__%%\nid: %%__USER__%%\n';

test('the example for plugins compiles', { tags: 'nightly' }, async () => {
  const compiler = findJavaCompiler();
  if (!compiler) throw new Error('No Java on this machine (package `default-jdk-headless`): nothing was compiled.');
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const example = join(import.meta.dirname, '../../../docs/creators/examples/LicenceCheck.java');
  await run(compiler, ['-encoding', 'UTF-8', '-Xlint:all', '-Werror', '-d', folder, example]);
});

test('a stamped jar runs in Java, and prints its buyer', { tags: 'nightly', timeout: 120_000 }, async () => {
  const [java, compiler] = [findJava(), findJavaCompiler()];
  if (!java || !compiler) throw new Error('No Java on this machine (package `default-jdk-headless`): nothing was run.');
  const folder = mkdtempSync(join(tmpdir(), 'stamped-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await run(compiler, ['-encoding', 'UTF-8', '-d', folder, join(import.meta.dirname, 'java/Main.java')]);
  const classes = ['Main.class', 'Main$Mark.class'].map((name) => [name, readFileSync(join(folder, name))] as const);
  const files = {
    'META-INF/MANIFEST.MF': Buffer.from(manifest),
    ...Object.fromEntries(classes),
    'plugin.yml': Buffer.from(settings),
  };
  const stored = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, [bytes, { level: 0 }] as [Buffer, { level: 0 }]]),
  );
  const streamed = streamedZip(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes])));
  for (const [name, jar] of [
    ['packed.jar', zip(files)],
    ['stored.jar', zip(stored)],
    ['streamed.jar', streamed],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, await stampFile(jar));
    const { stdout } = await run(java, [
      '-Dstdout.encoding=UTF-8',
      '-Dfile.encoding=UTF-8',
      '-Xverify:all',
      '-jar',
      path,
    ]);
    expect(stdout, name).toBe(
      `Ana_14 0 v${values.RESOURCE_VERSION} true\nbuyer: Ana_14\nid: ${values.USER}\nmark=${values.NONCE}ñ🎮Main\n`,
    );
    // As plugin loaders read archives: entry by entry, without the directory.
    const listed = await run(java, ['-cp', folder, join(import.meta.dirname, 'java/List.java'), path]);
    expect(listed.stdout, name).toBe(`${Object.keys(files).join('\n')}\n`);
  }
});
