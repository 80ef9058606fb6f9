import { globSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, it, vi } from 'vitest';
import { type AdminClient, createAdminClient } from '@/lib/core/supabase/admin';
import { stubEnvironment } from '../environment.ts';

const sources = globSync('{app,components,lib}/**/*.{ts,tsx}').concat('middleware.ts', 'instrumentation.ts');
const naming = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

/**
 * Users of the secret key, which bypasses every policy. Before adding a line: if a person could control the call by a
 * name, an id or an address, use a function with that person's own rights.
 */
const withSecretKey = {
  'what providers say': [
    'lib/checkout/open-page.ts',
    'lib/club/page.ts',
    'lib/club/apply-subscription.ts',
    'lib/payments/announce-sales.ts',
    'lib/payments/follow-event.ts',
    'lib/payments/hold.ts',
    'lib/payments/paypal/approvals.ts',
    'lib/payments/paypal/look-up.ts',
    'lib/payments/record-event.ts',
    'lib/payments/stripe/version.ts',
    'lib/payments/take-payment-event.ts',
    'lib/webhooks/refused.ts',
    'lib/webhooks/take-event.ts',
  ],
  jobs: [
    'lib/account/chores.ts',
    'lib/catalog/count-related.ts',
    'lib/catalog/featured.ts',
    'lib/catalog/search-levels.ts',
    'lib/catalog/search-words.ts',
    'lib/jobs/check-books.ts',
    'lib/jobs/close-days.ts',
    'lib/jobs/creator-news.ts',
    'lib/jobs/note-run.ts',
    'lib/jobs/turn.ts',
    'lib/club/cancellations.ts',
    'lib/club/reconcile.ts',
    'lib/hooks/send.ts',
    'lib/mail/server.ts',
    'lib/mail/types.ts',
    'lib/orders/gifts/deliver.ts',
    'lib/notifications/favourites.ts',
    'lib/notifications/write-announcements.ts',
    'lib/orders/invoices/pending.ts',
    'lib/orders/releases.ts',
    'lib/payments/close-hopeless.ts',
    'lib/payments/evidence.ts',
    'lib/payments/payouts.ts',
    'lib/payments/reconcile.ts',
    'lib/payments/refunds.ts',
    'lib/payments/reversals.ts',
    'lib/publish/offer-chore.ts',
    'lib/publish/posts/chore.ts',
    'lib/safety/chore.ts',
    'lib/safety/pages.ts',
    'lib/servers/chores.ts',
    'lib/storage/sweep.ts',
    'lib/webhooks/catch-up.ts',
  ],
  'what the shop found in a file that arrived': ['lib/safety/inspect.ts'],
  'game servers, which have keys of their own and no session': ['lib/servers/calls.ts', 'lib/servers/wake.ts'],
  'keys of its own, fetched by a call without arguments': ['lib/api/licences/proof.ts', 'lib/core/security/seal.ts'],
};

it('the secret key is used by the listed webhooks and jobs only', () => {
  expect(naming(/supabase\/admin'/)).toEqual(Object.values(withSecretKey).flat().sort());
});

it('the secret key is read in four places', () => {
  expect(naming(/SUPABASE_SECRET_KEY/)).toEqual([
    'lib/core/env.ts',
    'lib/core/supabase/admin.ts',
    'lib/core/supabase/forward-visitor.ts',
    'lib/storage/shop-client.ts',
  ]);
  expect(naming(/\/shop-client'/)).toEqual(['lib/storage/remove.ts', 'lib/storage/shop-link.ts']);
});

it('the secret key reads files for stamped copies, scans and evidence only', () => {
  expect(naming(/fetchForShop[^;]* from '.*\/shop-link'/)).toEqual([
    'lib/payments/evidence.ts',
    'lib/safety/inspect.ts',
    'lib/stamps/send.ts',
    'lib/stamps/stored.ts',
  ]);
});

it("the secret key confirms a visitor's address to Auth in clients with a person's own token only", () => {
  expect(naming(/supabase\/forward-visitor'|from '\.\/forward-visitor'/)).toEqual(['lib/core/supabase/session.ts']);
});

it('the secret key accesses rows and functions, but not storage or accounts', () => {
  stubEnvironment();
  expect(Object.keys(createAdminClient()).sort()).toEqual(['from', 'rpc']);
  expectTypeOf<keyof AdminClient>().toEqualTypeOf<'from' | 'rpc'>();
  vi.unstubAllEnvs();
});

it('the secret key deletes files for the maintenance job only', () => {
  expect(naming(/from '\.\/remove'|storage\/remove'/)).toEqual(['lib/storage/sweep.ts']);
});

it('storage is accessed by one client with parsed paths', () => {
  expect(naming(/\bstorage\s*\.from\(|\.storage\b|storage\/v1\/(?!status)/)).toEqual([
    'lib/storage/remove.ts',
    'lib/storage/server.ts',
    'lib/storage/shop-client.ts',
  ]);
});

it('only the parser creates paths', () => {
  expect(naming(/as StoragePath\b/)).toEqual(['lib/storage/path.ts']);
});
