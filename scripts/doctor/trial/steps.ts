import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from './browser.ts';
import type { Mail, Project } from './project.ts';
import { sendFile } from './send-file.ts';

export type Step = { what: string; why: string; fix: string; run: () => Promise<void> };

/** The temporary account, and the rows and files to delete with it. */
export type Visitor = { email: string; username: string; password: string; id: string | null; file: string | null };

type Options = { site: string; access: string | undefined; project: Project; visitor: Visitor; signal: AbortSignal };

const logs = 'look at the log of the shop, and at those of the project (Auth)';
const mailsWait = 'the job sends it again';

/** Three parts, the last one short. */
const fileBytes = 13 * 1024 * 1024;
const fileName = 'Карта мира 地图 ñ.zip';

/** Time within which the shop must send a mail after its answer, in milliseconds. */
const mailMs = 20_000;

/** The steps of a first customer and a first creator, in order. */
export function listSteps({ site, access, project, visitor, signal }: Options): Step[] {
  const browser = openBrowser(site, signal, access);
  const { email, username, password } = visitor;
  const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(fileBytes - 4)]);

  async function mailOf(template: string, is: (mail: Mail) => boolean): Promise<Mail | undefined> {
    const end = Date.now() + mailMs;
    for (;;) {
      const found = (await project.mailsTo(visitor.id ?? '')).findLast(({ plantilla }) => plantilla === template);
      if ((found && is(found)) || Date.now() > end) return found;
      await delay(250, undefined, { signal });
    }
  }

  /** Waits until the outbox has sent a mail. */
  async function awaitMail(template: string): Promise<void> {
    const mail = await mailOf(template, ({ estado }) => estado !== 'pendiente');
    if (!mail) throw new Error('the outbox has no such mail');
    if (mail.estado !== 'enviado')
      throw new Error(`the mail is ${mail.estado}: ${mail.ultimo_error ?? 'not tried yet'}`);
  }

  return [
    {
      what: 'registers through the shop',
      why: 'nobody can register',
      fix: `SITE_URL is the address that visitors see, and the proxy passes Origin and cookies on; ${logs}`,
      async run() {
        const response = await browser.submit('/login?mode=register', { email, username, password });
        visitor.id = await project.findUser(email);
        if (!visitor.id) throw new Error(`the form answers ${response.status}, and there is no account`);
      },
    },
    {
      what: 'gets the confirmation mail',
      why: 'an account without it stays closed',
      fix: `without such a mail: \`npx supabase config push\`, which sets the hook of Auth; not sent: SMTP_URL, and ${mailsWait}`,
      run: () => awaitMail('confirmar_cuenta'),
    },
    {
      what: 'follows the link of it',
      why: 'an account stays closed',
      fix: `the proxy passes Origin and cookies on; ${logs}`,
      async run() {
        const body = new URLSearchParams({
          token_hash: await project.linkFor(email, password),
          type: 'signup',
          next: '/library',
        });
        const response = await browser.send('/auth/confirm', { method: 'POST', body });
        const to = response.headers.get('location') ?? '';
        if (!to.endsWith('/library')) throw new Error(`/auth/confirm answers ${response.status} ${to}`);
      },
    },
    {
      what: 'logs in',
      why: 'nobody can log in',
      fix: `the limits of Auth, and IP address forwarding (docs/production.md, "Limits of Auth"); ${logs}`,
      async run() {
        const response = await openBrowser(site, signal, access).submit('/login', { email, password });
        const to = response.headers.get('location') ?? '';
        if (!to || to.includes('/login')) throw new Error(`the form answers ${response.status} ${to}`);
      },
    },
    {
      what: 'sends a file in parts of 6 MB',
      why: 'creators cannot publish',
      fix: 'the limit of uploads of the project (Storage, Settings: 5 GB), and its resumable uploads',
      run: () =>
        sendFile(
          browser,
          { name: fileName, bytes },
          {
            signal,
            onPath: (path) => {
              visitor.file = path;
            },
          },
        ),
    },
    {
      what: 'fetches it by a signed link, under a name in other scripts',
      why: 'buyers cannot download',
      fix: 'look at the logs of the project (Storage)',
      async run() {
        const response = await fetch(await project.signFile(visitor.file ?? '', fileName), { signal });
        const isSame = response.ok && bytes.equals(Buffer.from(await response.arrayBuffer()));
        if (!isSame) throw new Error(`the link answers ${response.status}, and not the bytes that were sent`);
        const saved = response.headers.get('content-disposition') ?? '';
        if (!saved.includes(encodeURIComponent(fileName))) throw new Error(`the name is lost: ${saved}`);
      },
    },
    {
      what: 'asks for a new password, and gets the mail',
      why: 'whoever forgets a password stays out',
      fix: `without such a mail: \`npx supabase config push\`; not sent: SMTP_URL, and ${mailsWait}`,
      async run() {
        await openBrowser(site, signal, access).submit('/login?mode=reset', { email });
        await awaitMail('cambiar_contrasena');
      },
    },
  ];
}
