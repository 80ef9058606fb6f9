import type { Page } from '@playwright/test';
import { createStaff, type Person, signIn } from './people.ts';

/** Creates an admin and signs in, optionally opening a page. */
export async function signInAsAdmin(page: Page, path?: string): Promise<Person> {
  const admin = await createStaff('admin');
  await signIn(page, admin, path);
  return admin;
}
