import { existsSync } from 'node:fs';

const places = ['/usr/bin/java', '/usr/local/bin/java', '/opt/homebrew/opt/openjdk/bin/java'];

/** Path of the machine's Java, if any, on which the W3C's validator runs. */
export const findJava = (): string | undefined => places.find((path) => existsSync(path));
