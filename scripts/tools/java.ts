import { existsSync } from 'node:fs';

const places = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/opt/openjdk/bin'];
const find = (program: string) => places.map((place) => `${place}/${program}`).find((path) => existsSync(path));

/** Path of the machine's Java, if any, on which the W3C's validator and stamped jars run. */
export const findJava = (): string | undefined => find('java');

/** Path of its compiler, if any. */
export const findJavaCompiler = (): string | undefined => find('javac');
