import { Suspense } from 'react';
import { getMe } from '@/lib/account/server';
import { knownMeId } from './known-me-id';

/** Tells the islands of a personal page who asks, so that they need not call `/api/me`. */
export function KnownMe() {
  return (
    <Suspense fallback={null}>
      <Told />
    </Suspense>
  );
}

async function Told() {
  const me = await getMe();
  return me && <span hidden id={knownMeId} data-me={JSON.stringify(me)} />;
}
