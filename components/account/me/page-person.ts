import { knownMeId } from '@/lib/account/identity/known-me';

/** The id of the person for whom this personal page was rendered (`KnownMe`), whoever has signed in since. */
export function personOfPage(): string | undefined {
  const me = document.getElementById(knownMeId)?.textContent;
  return me ? JSON.parse(me).id : undefined;
}
