import type { Page } from '@playwright/test';
import { createStaff, type Person, signIn } from './people.ts';

/** A new admin, signed in, on a page where one is named. */
export async function signInAsAdmin(page: Page, path?: string): Promise<Person> {
  const admin = await createStaff('admin');
  await signIn(page, admin, path);
  return admin;
}
