import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The tests that run alone wait for this file.
writeFileSync(join(process.env.TEST_RESULTS ?? '', 'beside'), '');
