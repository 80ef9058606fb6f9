import { existsSync } from 'node:fs';

const places = ['/usr/bin/java', '/usr/local/bin/java', '/opt/homebrew/opt/openjdk/bin/java'];

/** The Java of this machine, if it has one: the W3C's validator runs on it. */
export const findJava = (): string | undefined => places.find((path) => existsSync(path));
