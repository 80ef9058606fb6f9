import { join } from 'node:path';
import { SmtpEmailDriver } from '@supabase/lite';

const templates = join(import.meta.dirname, '../supabase/templates');

/** Sends account mails to the local mailbox. */
export const createMailer = (smtpPort: number) =>
  new SmtpEmailDriver({ host: '127.0.0.1', port: smtpPort, from: { name: 'UnStore', address: 'hola@unstore.local' } });

/** The mails of the auth service, as supabase/config.toml names them for a hosted project. */
export const mailTemplates = {
  confirmation: {
    subject: 'Confirma tu correo · Confirm your e-mail',
    content_path: join(templates, 'confirmation.html'),
  },
  recovery: { subject: 'Cambia tu contraseña · Change your password', content_path: join(templates, 'recovery.html') },
  email_change: {
    subject: 'Confirma tu nuevo correo · Confirm your new e-mail',
    content_path: join(templates, 'email_change.html'),
  },
};
