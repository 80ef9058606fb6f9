import postgres from 'postgres';
import { newToken, queueMail } from './mail.ts';

const path = '/auth/v1/resend';
const oncePer = '60 seconds';

export type Resend = { answers: (request: Request) => boolean; answer: (request: Request) => Promise<Response> };

/**
 * `POST /auth/v1/resend` for confirmations, which the embedded API always refuses. As in the hosted service, the answer
 * reveals nothing, and an unconfirmed address gets another link once a minute at most.
 */
export function createResend(databaseUrl: string): Resend {
  async function takeToken(email: string): Promise<{ waits: boolean; token?: string }> {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const [sent] = await sql`
        update auth.users set confirmation_sent_at = now(), confirmation_token = ${newToken()}
        where email = lower(${email}) and email_confirmed_at is null
          and confirmation_sent_at < now() - ${oncePer}::interval
        returning confirmation_token`;
      if (sent) return { waits: true, token: sent.confirmation_token };
      const [user] = await sql`select from auth.users where email = lower(${email}) and email_confirmed_at is null`;
      return { waits: user !== undefined };
    } finally {
      await sql.end();
    }
  }

  return {
    answers: (request) => request.method === 'POST' && new URL(request.url).pathname === path,
    async answer(request) {
      const { email } = (await request.json()) as { email?: string };
      const { waits, token } = await takeToken(String(email));
      if (waits && !token) {
        const error = {
          code: 429,
          error_code: 'over_email_send_rate_limit',
          msg: 'For security purposes, you can only request this after 60 seconds.',
        };
        return Response.json(error, { status: 429 });
      }
      if (token) queueMail({ kind: 'signup', to: String(email).toLowerCase(), tokenHash: token });
      return Response.json({});
    },
  };
}
