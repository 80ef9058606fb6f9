import { Suspense } from 'react';
import { knownMeId } from '@/lib/account/identity/known-me';
import { getMe } from '@/lib/account/server';
import { jsonInHtml } from '@/lib/core/html/escape';

/** Embeds the signed-in person into a personal page, so that its client components need not call `/api/me`. */
export function KnownMe() {
  return (
    <Suspense fallback={null}>
      <Told />
    </Suspense>
  );
}

async function Told() {
  const me = await getMe();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, which is not executed, with its tags escaped
  return me && <script type="application/json" id={knownMeId} dangerouslySetInnerHTML={{ __html: jsonInHtml(me) }} />;
}
