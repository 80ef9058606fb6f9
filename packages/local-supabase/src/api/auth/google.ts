import { z } from 'zod';

/** The profile of a person at the emulator, encoded as the whole authorisation code. */
const person = z.object({ id: z.string(), email: z.string(), name: z.string(), verified: z.boolean() });
export type GooglePerson = z.infer<typeof person>;

const tokens = 'https://oauth2.googleapis.com/token';
const persons = 'https://www.googleapis.com/userinfo/v2/me';

const app = { client_id: 'local-google', secret: 'local-google-secret' };

/**
 * Google settings of Auth in tests.
 *
 * @param apiUrl the address of Auth
 */
export const googleSettings = (apiUrl: string) => ({
  ...app,
  enabled: true,
  redirect_uri: `${apiUrl}/auth/v1/callback`,
});

/** The authorisation code with which the emulator returns a person. */
export const googleCode = (who: GooglePerson): string => Buffer.from(JSON.stringify(who)).toString('base64url');

const read = (code: string) => person.parse(JSON.parse(Buffer.from(code, 'base64url').toString()));

/**
 * Emulates the two endpoints of Google that Auth calls; the flow around them is that of the embedded API. Tests emulate
 * the page of the browser.
 */
export function emulateGoogle(): { stop: () => Promise<void> } {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address === tokens) {
      const sent = new URLSearchParams(String(init?.body));
      const isRight = sent.get('client_id') === app.client_id && sent.get('client_secret') === app.secret;
      if (!isRight) return Response.json({ error: 'invalid_client' }, { status: 401 });
      return Response.json({ access_token: sent.get('code'), token_type: 'Bearer', expires_in: 3599 });
    }
    if (address === persons) {
      const bearer = new Headers(init?.headers).get('authorization') ?? '';
      const { id, email, name, verified } = read(bearer.replace('Bearer ', ''));
      return Response.json({ id, email, name, verified_email: verified });
    }
    return send(input, init);
  };
  return {
    stop: async () => {
      globalThis.fetch = send;
    },
  };
}
