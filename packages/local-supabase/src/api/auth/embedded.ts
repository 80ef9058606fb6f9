import postgres from 'postgres';
import type { Config } from '../../config.ts';
import { createHooks } from './hooks.ts';
import { createAuthLimits } from './limits.ts';
import { type OnMail, withMails } from './mail.ts';
import { createAuthMfa } from './mfa.ts';
import { findOperatorWork } from './operator.ts';
import { createResend } from './resend.ts';
import { createAuthRules } from './rules.ts';

type Options = {
  databaseUrl: string;
  siteUrl: string;
  keys: { secret: string; jwt: string };
  config: Config['auth'];
  /** Receives the mails of a project without the hook `send_email`. */
  onMail: OnMail;
  /** Counts calls by the address of the visitor. */
  addressLimits: boolean;
  /** The embedded Auth itself. */
  serve: (request: Request, peer: string | null) => Promise<Response>;
};

/** The embedded Auth with the features of the hosted one: limits, mails by the hook, rules, second factors. */
export function createEmbeddedAuth(options: Options) {
  const { databaseUrl, siteUrl, keys, config, onMail, addressLimits, serve } = options;
  const sql = postgres(databaseUrl, { max: 8, onnotice: () => {} });
  const callHook = createHooks(sql, config.hook);
  const resend = createResend(sql);
  const peers = new WeakMap<Request, string | null>();
  const rules = createAuthRules({ sql, callHook, resend, email: config.email });
  // The second factor is checked first, as in the hosted service.
  const mfa = createAuthMfa({
    sql,
    callHook,
    siteUrl,
    jwtSecret: keys.jwt,
    maxFactors: config.mfa.max_enrolled_factors,
    serve: (request) => rules.apply(request, (allowed) => serve(allowed, peers.get(request) ?? null)),
  });
  const refuse = addressLimits ? createAuthLimits(keys.secret, config.rate_limit.token_refresh) : () => null;
  return {
    async answer(request: Request, peer: string | null): Promise<Response> {
      const refusal = refuse(request, peer);
      if (refusal) return refusal;
      peers.set(request, peer);
      return withMails({ sql, callHook, siteUrl, onMail }, request, () => {
        if (resend.answers(request)) return resend.answer(request);
        return findOperatorWork(request, keys.secret)?.(sql, request) ?? mfa.answer(request);
      });
    },
    stop: () => sql.end({ timeout: 0 }),
  };
}
