'use server';

import { redirect } from 'next/navigation';
import { after } from 'next/server';
import { closeAccount } from '@/lib/account/settings/close-account';
import type { SettingsState } from '@/lib/account/settings/state';
import { finishClubCancellations } from './cancellations';

/** Deletes the account and ends its Club at Stripe. It is here because accounts may not import the Club. */
export async function deleteAccountAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const problem = await closeAccount(form);
  if (problem) return problem;
  after(finishClubCancellations);
  redirect('/');
}
