import postgres from 'postgres';
import { createAuthLimits } from './limits.ts';
import { withMails } from './mail.ts';
import { createAuthMfa } from './mfa.ts';
import { findOperatorWork } from './operator.ts';
import { createResend } from './resend.ts';
import { createAuthRules } from './rules.ts';

type Options = {
  databaseUrl: string;
  siteUrl: string;
  keys: { secret: string; jwt: string };
  /** Counts calls by the address of the visitor. */
  addressLimits: boolean;
  /** The embedded Auth itself. */
  serve: (request: Request, peer: string | null) => Promise<Response>;
};

/** The embedded Auth with what the hosted one adds: limits, mails by the hook, rules, second factors. */
export function createEmbeddedAuth({ databaseUrl, siteUrl, keys, addressLimits, serve }: Options) {
  const sql = postgres(databaseUrl, { max: 8, onnotice: () => {} });
  const resend = createResend(sql);
  const peers = new WeakMap<Request, string | null>();
  const rules = createAuthRules(sql, resend);
  // The second factor is checked first, as in the hosted service.
  const mfa = createAuthMfa(sql, siteUrl, keys.jwt, (request) =>
    rules.apply(request, (allowed) => serve(allowed, peers.get(request) ?? null)),
  );
  const refuse = addressLimits ? createAuthLimits(keys.secret) : () => null;
  return {
    async answer(request: Request, peer: string | null): Promise<Response> {
      const refusal = refuse(request, peer);
      if (refusal) return refusal;
      peers.set(request, peer);
      return withMails({ sql, siteUrl }, request, () => {
        if (resend.answers(request)) return resend.answer(request);
        return findOperatorWork(request, keys.secret)?.(sql, request) ?? mfa.answer(request);
      });
    },
    stop: () => sql.end({ timeout: 0 }),
  };
}
