import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmailDriver, SmtpEmailDriver } from '@supabase/lite';
import { toPlainText } from 'react-email';

const root = join(import.meta.dirname, '../../..');

type Name = 'confirmation' | 'recovery' | 'email_change';
type Template = { subject: string; content_path: string };
type Values = { SiteURL: string; TokenHash: string; RedirectTo: string };

/** The mails of Auth, as named in supabase/config.toml. */
const templates = Object.fromEntries(
  [
    ...readFileSync(join(root, 'supabase/config.toml'), 'utf8').matchAll(
      /\[auth\.email\.template\.(\w+)\]\nsubject = '(.*)'\ncontent_path = "(.*)"/g,
    ),
  ].map(([, name, subject, path]) => [name, { subject, content_path: join(root, path ?? '') }]),
) as Record<Name, Template>;

/** The subset of Go templates that the shop uses: one condition on the prefix of the return address, and values. */
const fill = (template: string, values: Values): string =>
  template
    .replace(
      /\{\{ \$en := printf "%s([^"]*)" \.SiteURL \}\}\{\{ if eq \(printf "%\.\*s" \(len \$en\) \.RedirectTo\) \$en \}\}([\s\S]*?)\{\{ else \}\}([\s\S]*?)\{\{ end \}\}/g,
      (_all, path, so, otherwise) => (values.RedirectTo.startsWith(`${values.SiteURL}${path}`) ? so : otherwise),
    )
    // Go escapes values in the query of a link.
    .replace(/(?<=[?&]\w+=)\{\{ \.(\w+) \}\}/g, (_all, name: keyof Values) => encodeURIComponent(values[name]))
    .replace(/\{\{ \.(\w+) \}\}/g, (_all, name: keyof Values) => values[name]);

/** A mail as the hosted service sends it, with an equivalent plain text part. */
export function composeMail(name: Name, values: Values) {
  const { subject, content_path } = templates[name];
  const html = fill(readFileSync(content_path, 'utf8'), values);
  return { subject: fill(subject, values), html, text: toPlainText(html) };
}

/**
 * Placeholders given to the embedded service, which only fills in values and writes an English plain text part itself.
 * The mailer reads the names back.
 */
const marks = {
  subject: (name: string) => `unstore ${name}`,
  file: join(import.meta.dirname, 'mail-values.txt'),
};
export const mailTemplates = Object.fromEntries(
  Object.keys(templates).map((name) => [name, { subject: marks.subject(name), content_path: marks.file }]),
);

/** The return address of the current request, which the embedded service drops when it writes a mail. */
const asked = new AsyncLocalStorage<string | null>();

/** Keeps the return address of an Auth request for its mails. */
export const rememberReturn = <Answer>(request: Request, answer: () => Answer): Answer =>
  asked.run(new URL(request.url).searchParams.get('redirect_to'), answer);

/** Sends account mails to the local mailbox. */
export function createMailer(smtpPort: number): EmailDriver {
  const smtp = new SmtpEmailDriver({
    host: '127.0.0.1',
    port: smtpPort,
    from: { name: 'UnStore', address: 'hola@unstore.local' },
  });
  return {
    send: (mail) => {
      const name = (Object.keys(templates) as Name[]).find((known) => mail.subject === marks.subject(known));
      if (!name) return smtp.send(mail);
      const values = JSON.parse(mail.html ?? '') as Pick<Values, 'SiteURL' | 'TokenHash'>;
      return smtp.send({
        ...mail,
        ...composeMail(name, { ...values, RedirectTo: asked.getStore() ?? values.SiteURL }),
      });
    },
  };
}
