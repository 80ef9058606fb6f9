import { mkdir } from 'node:fs/promises';
import { within } from '@unstore/processes';
import MailDev from 'maildev';

export type Mailbox = { url: string; stop: () => Promise<void> };

/** Starts the local mailbox: an SMTP server without delivery, and a page of the received mails. */
export async function startMailbox(options: { smtpPort: number; webPort: number; dataDir: string }): Promise<Mailbox> {
  await mkdir(options.dataDir, { recursive: true });
  const mailbox = new MailDev({
    smtp: options.smtpPort,
    web: options.webPort,
    ip: '127.0.0.1',
    webIp: '127.0.0.1',
    mailDirectory: options.dataDir,
    silent: true,
    disableWeb: false,
  });
  // MailDev's default handler ends the process if a client disconnects during a response.
  mailbox.smtp.removeAllListeners('error').on('error', (error: Error) => console.error(`mailbox: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    mailbox.smtp.once('error', reject);
    mailbox.listen((error) => (error ? reject(error) : resolve()));
  });
  return {
    url: `http://127.0.0.1:${options.webPort}`,
    // The SMTP server waits half a minute for open connections. Its mails are already on disk, so the wait is cut
    // short.
    stop: async () => {
      await within(300, new Promise<void>((resolve) => mailbox.close(() => resolve())));
    },
  };
}
