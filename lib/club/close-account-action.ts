'use server';

import { redirect } from 'next/navigation';
import { after } from 'next/server';
import { defineForm } from '@/lib/account/define-action';
import { closeAccount } from '@/lib/account/settings/close-account';
import { deleteAccountSchema } from '@/lib/account/settings/schema';
import { finishClubCancellations } from './cancellations';

/** Deletes the account, and ends its Club at Stripe: that is why it stands with the Club. */
export const deleteAccountAction = defineForm('deleteAccountAction', {
  who: 'signedIn',
  input: deleteAccountSchema,
  run: async ({ current }, me) => {
    const closed = await closeAccount(me, current);
    if (!closed.ok) return closed;
    after(finishClubCancellations);
    redirect('/');
  },
});
