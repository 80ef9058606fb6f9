/** Sign-in providers, if the project's Auth is configured for them. */
export const socialProviders = ['google', 'discord'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** Query of `/auth/callback` after a failed sign-in. */
type Refusal = { error: string | null; code: string | null; description: string | null };

/**
 * Its message key in `auth.errors`. Auth passes an OAuth error, often with a code; refusals of the database have only a
 * text, and the one possible refusal is the mail domain.
 */
export function socialErrorKey({ error, code, description }: Refusal): string {
  if (error === 'access_denied' && !code) return 'socialDenied';
  if (code === 'provider_email_needs_verification') return 'socialEmail';
  if (code === 'email_address_not_provided' || /error getting user email/i.test(description ?? ''))
    return 'socialNoEmail';
  if (code === 'user_banned') return 'banned';
  if (code === 'signup_disabled') return 'signUpClosed';
  if (/database error saving new user/i.test(description ?? '')) return 'domain';
  return 'social';
}
