import { Suspense } from 'react';
import { knownMeId } from '@/lib/account/identity/known-me';
import { getMe } from '@/lib/account/server';
import { jsonInHtml } from '@/lib/core/html/escape';

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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, which nothing runs, and in which no element can end
  return me && <script type="application/json" id={knownMeId} dangerouslySetInnerHTML={{ __html: jsonInHtml(me) }} />;
}
