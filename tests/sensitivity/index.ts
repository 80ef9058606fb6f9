import { access } from './access.ts';
import { afterSale } from './after-sale.ts';
import type { Bug } from './bug.ts';
import { clubAndJobs } from './club-and-jobs.ts';
import { gates } from './gates.ts';
import { payments } from './payments.ts';
import { prices } from './prices.ts';
import { storage } from './storage.ts';
import { textsAndCaches } from './texts-and-caches.ts';

/** The mistakes that the tests are tried with, by subject. */
export const subjects: Record<string, Bug[]> = {
  prices,
  payments,
  'after the sale': afterSale,
  access,
  storage,
  'club and jobs': clubAndJobs,
  'gates and answers': gates,
  'texts, caches and privacy': textsAndCaches,
};

/** All of them. */
export const bugs: Bug[] = Object.values(subjects).flat();
