import { expect, type Page } from '@playwright/test';

type Mail = {
  subject: string;
  text: string;
  html: string;
  to: Array<{ address: string }>;
  headers: Record<string, string>;
};

/** All mails received by an address. */
export async function listMails(address: string): Promise<Mail[]> {
  const answer = await fetch(`${process.env.MAILBOX_URL}/email?to.address=${encodeURIComponent(address)}`);
  return (await answer.json()) as Mail[];
}

/** Waits for a mail with this subject to an address and returns it. */
export async function findMail(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await listMails(address)).find((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail ${subject} for ${address}` },
    )
    .toBe(true);
  return found as Mail;
}

/** The first link of a mail that contains a text. */
export function linkIn(mail: Mail, part: string): string {
  const link = [...mail.html.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => href?.replaceAll('&amp;', '&'))
    .find((href) => href?.includes(part));
  if (!link) throw new Error(`no link with ${part} in «${mail.subject}»`);
  return link;
}

/** Opens the link of an account mail and confirms. */
export async function confirmBy(page: Page, mail: Mail, button: string): Promise<void> {
  await page.goto(linkIn(mail, '/auth/confirm'));
  await page.getByRole('button', { name: button }).click();
}
