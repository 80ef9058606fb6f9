import { z } from 'zod';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, hand, warn, missing, judge } = findingsOf('accounts');
const docs = 'docs/production.md, "Limits of Auth"';
const patience = 10_000;

/** Mails per hour: equal to the shop's own limit, so that it applies first. */
const wantedMails = 1500;
/** Sign-ins and refreshes per address in five minutes: a school or a mobile network shares one address. */
const wantedTokens = 600;

/** Hook that writes the mails of Auth to the outbox (supabase/config.toml). */
const mailHook = 'pg-functions://postgres/privado/gancho_correo';
/** Validity of Auth's links, as the database assumes it (`privado.gancho_correo`). */
const linkSeconds = 3600;

const publicSettings = z.object({
  external: z.object({ email: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
});

const settings = z.object({
  site_url: z.string().nullish(),
  hook_send_email_enabled: z.boolean().nullish(),
  hook_send_email_uri: z.string().nullish(),
  mailer_otp_exp: z.number().nullish(),
  rate_limit_email_sent: z.number().nullish(),
  rate_limit_token_refresh: z.number().nullish(),
  security_sb_forwarded_for_enabled: z.boolean().nullish(),
  security_captcha_enabled: z.boolean().nullish(),
  mfa_totp_enroll_enabled: z.boolean().nullish(),
  mfa_totp_verify_enabled: z.boolean().nullish(),
});

const push = 'set SITE_URL and run `npx supabase config push`, which takes it from supabase/config.toml';

/** Checks Auth's public settings: sign-up by mail with confirmed addresses. */
export async function lookAtSignUp(url: string, publishableKey: string): Promise<Finding[]> {
  try {
    const answer = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(patience),
    });
    const found = publicSettings.parse(await answer.json());
    return [
      judge(
        found.external.email && !found.disable_signup,
        'people can sign up by mail',
        missing('signing up by mail is off', { why: 'nobody can register', fix: push }),
      ),
      judge(
        !found.mailer_autoconfirm,
        'a new address has to be confirmed',
        missing('a new address counts without being confirmed', {
          why: 'anybody registers with the address of somebody else, and is told whether it has an account',
          fix: push,
        }),
      ),
    ];
  } catch (error) {
    return [
      missing(`Auth does not tell its settings: ${messageOf(error)}`, {
        why: 'nobody can log in',
        fix: 'look at the status of the project',
      }),
    ];
  }
}

/** Advice on settings that only the project's owner sees: purpose and location. */
const advice = {
  mails: {
    why: 'without it Auth writes to members of the Supabase team only: nobody else can register',
    fix: `Authentication, Auth Hooks, Send Email: ${mailHook}. Or ${push}`,
  },
  links: {
    why: 'the shop sends no link later than an hour after it was made',
    fix: `Authentication, Sign In / Providers, Email: the links are good for 3600 seconds. Or ${push}`,
  },
  site: {
    why: 'links of account mails lead there',
    fix: `Authentication, URL Configuration: the Site URL is SITE_URL. Or ${push}`,
  },
  forwarding: {
    why: 'without it all visitors share the limits of one address: 30 logins at once',
    fix: `Authentication, Rate Limits, IP Address Forwarding: on (${docs})`,
  },
  limits: {
    why: 'by default 30 mails in an hour for the whole shop',
    fix: `Authentication, Rate Limits: ${wantedMails} mails, ${wantedTokens} token refreshes (${docs})`,
  },
};

/** Manual checks for settings that cannot be read from here. */
const byHand = (reason: string): Finding[] => [
  hand(`the mail hook of Auth (${reason})`, advice.mails),
  hand(`the address of the shop in Auth (${reason})`, advice.site),
  hand(`IP address forwarding (${reason})`, advice.forwarding),
  hand(`limits of Auth (${reason})`, advice.limits),
];

type Options = { supabaseUrl: string; siteUrl: string; token: string | undefined; managementUrl?: string };

/** Checks the settings of Auth that only the Management API exposes. */
export async function lookAtAuthSettings(options: Options): Promise<Finding[]> {
  const { supabaseUrl, siteUrl, token, managementUrl = 'https://api.supabase.com' } = options;
  const project = /^([a-z0-9]{20})\.supabase\.(?:co|in)$/.exec(new URL(supabaseUrl).hostname)?.[1];
  if (!project) return byHand('SUPABASE_URL is not that of a hosted project');
  if (!token) return byHand('no SUPABASE_ACCESS_TOKEN');
  let found: z.output<typeof settings>;
  try {
    const answer = await fetch(`${managementUrl}/v1/projects/${project}/config/auth`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok) return byHand(`the Management API answers ${answer.status}`);
    found = settings.parse(await answer.json());
  } catch (error) {
    return byHand(`the Management API cannot be read: ${messageOf(error)}`);
  }
  const mails = found.rate_limit_email_sent ?? 0;
  const tokens = found.rate_limit_token_refresh ?? 0;
  return [
    judge(
      found.hook_send_email_enabled === true && found.hook_send_email_uri === mailHook,
      'Auth hands its mails to the shop',
      missing('Auth does not hand its mails to the shop', advice.mails),
    ),
    judge(
      (found.mailer_otp_exp ?? linkSeconds) === linkSeconds,
      'links of account mails are good for an hour',
      warn(`links of account mails are good for ${found.mailer_otp_exp} seconds`, advice.links),
    ),
    judge(
      found.site_url?.replace(/\/+$/, '') === siteUrl,
      'links of account mails lead to the shop',
      missing(`links of account mails lead to ${found.site_url || 'nowhere'}, not to ${siteUrl}`, advice.site),
    ),
    judge(
      found.security_sb_forwarded_for_enabled === true,
      'Auth counts visitors by their own address',
      missing('IP address forwarding is off', advice.forwarding),
    ),
    judge(
      mails >= wantedMails && tokens >= wantedTokens,
      'the limits of Auth are wide enough',
      warn(
        `Auth sends ${mails} mails in an hour and gives an address ${tokens} sessions in five minutes`,
        advice.limits,
      ),
    ),
    found.security_captcha_enabled
      ? missing('Auth asks for a captcha', {
          why: 'the forms of the shop have none: every login fails',
          fix: 'Authentication, Attack Protection: turn captcha off',
        })
      : ok('Auth asks for no captcha'),
    judge(
      found.mfa_totp_enroll_enabled !== false && found.mfa_totp_verify_enabled !== false,
      'authenticator apps are on',
      missing('authenticator apps are off', { why: 'the panel opens with a second factor only', fix: push }),
    ),
  ];
}
