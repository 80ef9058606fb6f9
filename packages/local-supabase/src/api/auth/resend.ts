import type postgres from 'postgres';
import { newToken, queueMail } from './mail.ts';
import { refuseMail } from './refuse.ts';

const path = '/auth/v1/resend';
const oncePer = '60 seconds';

export type Resend = { answers: (request: Request) => boolean; answer: (request: Request) => Promise<Response> };

/**
 * `POST /auth/v1/resend` for confirmations, which the embedded API always refuses. As in the hosted service, the answer
 * reveals nothing, and an unconfirmed address gets another link once a minute at most.
 */
export function createResend(sql: postgres.Sql): Resend {
  async function takeToken(email: string): Promise<{ waits: boolean; token?: string }> {
    const [sent] = await sql`
      update auth.users set confirmation_sent_at = now(), confirmation_token = ${newToken()}
      where email = lower(${email}) and email_confirmed_at is null
        and confirmation_sent_at < now() - ${oncePer}::interval
      returning confirmation_token`;
    if (sent) return { waits: true, token: sent.confirmation_token };
    const [user] = await sql`select from auth.users where email = lower(${email}) and email_confirmed_at is null`;
    return { waits: user !== undefined };
  }

  return {
    answers: (request) => request.method === 'POST' && new URL(request.url).pathname === path,
    async answer(request) {
      const { email } = (await request.json()) as { email?: string };
      const { waits, token } = await takeToken(String(email));
      if (waits && !token) return refuseMail();
      if (token) queueMail({ kind: 'signup', to: String(email).toLowerCase(), tokenHash: token });
      return Response.json({});
    },
  };
}
