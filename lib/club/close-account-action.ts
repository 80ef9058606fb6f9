'use server';

import { redirect } from 'next/navigation';
import { after } from 'next/server';
import { defineForm } from '@/lib/account/define-action';
import { closeAccount } from '@/lib/account/settings/close-account';
import { deleteAccountSchema } from '@/lib/account/settings/schema';
import { fail } from '@/lib/core/action/result';
import { logFailure } from '@/lib/core/action/rpc';
import { finishClubCancellations } from './cancellations';

/** Deletes the account and ends its Club at Stripe. In this module because `account` may not import `club`. */
export const deleteAccountAction = defineForm('deleteAccountAction', {
  who: 'signedIn',
  input: deleteAccountSchema,
  run: async ({ current }, me) => {
    const closed = await closeAccount(me, current).catch(logFailure('an account could not be deleted'));
    if (!closed.ok) return closed.error === 'failed' ? fail('deleteFailed') : closed;
    after(finishClubCancellations);
    redirect('/');
  },
});
