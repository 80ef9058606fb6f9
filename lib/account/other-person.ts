import { z } from 'zod';
import type { Me } from './types';

/** The id of the person for whom the page of an input was rendered; public pages have none. It permits nothing. */
export const pagePerson = z.uuid().nullish();

/**
 * True if an input comes from the page of another person: somebody else has signed in in another tab since. What the page
 * shows, such as names, amounts and a given consent, is not the signed-in person's.
 */
export const isOfOtherPerson = (me: Pick<Me, 'id'>, { persona }: { persona?: unknown }): boolean =>
  persona != null && persona !== me.id;
