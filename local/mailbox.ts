import { mkdir } from 'node:fs/promises';
import MailDev from 'maildev';
import { within } from './within.ts';

export type Mailbox = { url: string; stop: () => Promise<void> };

/** Starts the local mailbox: an SMTP server that delivers nowhere, and a page that shows what it got. */
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
  await new Promise<void>((resolve, reject) => mailbox.listen((error) => (error ? reject(error) : resolve())));
  return {
    url: `http://127.0.0.1:${options.webPort}`,
    // It waits for half a minute for whoever still holds a connection: what is there by then is on disk anyway.
    stop: async () => {
      await within(300, new Promise<void>((resolve) => mailbox.close(() => resolve())));
    },
  };
}
