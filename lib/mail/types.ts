import type { ReactNode } from 'react';
import type { Locale } from '@/lib/core/i18n/locales';
import type { createAdminClient } from '@/lib/core/supabase/admin';

export type MailTexts = (key: string, values?: Record<string, string | number>) => string;

export type MailContext = {
  client: ReturnType<typeof createAdminClient>;
  /** The column `correos.datos`, as the database function that wrote the mail filled it. */
  data: unknown;
  locale: Locale;
  siteUrl: string;
  recipient: string;
  /** The texts of the namespace `mail`. */
  t: MailTexts;
};

/** What a mail says. Every mail stands in the same frame (`frameMail`). */
export type ComposedMail = {
  subject: string;
  /** What inboxes show beside the subject, and the heading: both are the subject where nothing else is said. */
  preview?: string;
  title?: string;
  content: ReactNode;
  /** The button under the content. */
  action: { href: string; label: string };
  footer: string;
  /** The address by which mail programs end mails of this kind for the reader (RFC 8058). */
  oneClick?: string;
};

/** Turns a row of the outbox into a mail. Throws when it cannot: the mail is tried again later. */
export type MailTemplate = (context: MailContext) => Promise<ComposedMail>;
