import { installWithApt } from './apt.ts';
import { findNginx } from './nginx.ts';

// For the tests of deploy/nginx: Debian's, where it can be had. Without it those tests fail and say so.
if (!findNginx()) installWithApt('nginx-light');
if (!findNginx()) console.warn('No nginx: install the package `nginx`. The tests of the cache in front will fail.');
