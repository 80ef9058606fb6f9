import type { Role, SecondFactor } from './person';
import { opensBeforeSecondStep, requiresAdmin, requiresModerator } from './routes';

/** The page of the second step of a sign-in. */
const secondStepPage = '/login/verificar';
/** The page that sets up a second factor. */
export const twoFactorPage = '/profile/two-factor';

const withNext = (page: string, next: string) => `${page}?next=${encodeURIComponent(next)}`;

type Person = { role: Role; secondFactor: SecondFactor };

/**
 * Redirect target before a page opens: the second step, or, for staff without a second factor on the panel, its set-up.
 *
 * @param path the requested page
 * @param search its query, with the question mark
 * @returns an address that leads back to the page; null if nothing is missing
 */
export function missingStep(me: Person, path: string, search = ''): string | null {
  if (me.secondFactor === 'pending') {
    return opensBeforeSecondStep(path) ? null : withNext(secondStepPage, path + search);
  }
  const isPanel = (me.role === 'admin' && requiresAdmin(path)) || (me.role !== 'user' && requiresModerator(path));
  return isPanel && me.secondFactor !== 'shown' ? withNext(twoFactorPage, path + search) : null;
}
