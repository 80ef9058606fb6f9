import { SmtpEmailDriver } from '@supabase/lite';
export function createMailer(smtpPort: number) {
  return new SmtpEmailDriver({
    host: '127.0.0.1',
    port: smtpPort,
    from: { name: 'UnStore', address: 'hola@unstore.local' },
  } as never);
}
