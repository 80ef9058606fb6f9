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

/** The content of a mail, without the layout (`frameMail`). */
export type ComposedMail = {
  subject: string;
  /** Preview text and heading; the subject by default. */
  preview?: string;
  title?: string;
  content: ReactNode;
  /** The button under the content. */
  action: { href: string; label: string };
  footer: string;
  /** The one-click unsubscribe address (RFC 8058). */
  oneClick?: string;
};

/** Renders a row of the outbox. An exception defers the mail. */
export type MailTemplate = (context: MailContext) => Promise<ComposedMail>;
