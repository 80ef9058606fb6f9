import { existsSync } from 'node:fs';

const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** The nginx of this machine, if it has one. */
export const findNginx = (): string | undefined => places.find((path) => existsSync(path));
