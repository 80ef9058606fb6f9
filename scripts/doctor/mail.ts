import { createTransport } from 'nodemailer';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, missing } = findingsOf('mail');
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Checks that the mail server accepts the shop's credentials. Sends no mail. */
export async function lookAtMail(smtpUrl: string): Promise<Finding[]> {
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.verify();
    return [ok(`${new URL(smtpUrl).hostname} takes mails of the shop`)];
  } catch (error) {
    return [
      missing(`the mail server of SMTP_URL does not take mails: ${messageOf(error)}`, {
        why: 'no receipt, no news to the admins',
        fix: 'check host, port, user and password of SMTP_URL; many hosts close port 25: use 465 or 587',
      }),
    ];
  } finally {
    transport.close();
  }
}
