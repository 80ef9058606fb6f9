/** The services with which people may sign in, where the project's Auth is configured for them. */
export const socialProviders = ['google', 'discord'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** What `/auth/callback` is told when the service, or Auth, sends somebody back without a sign-in. */
type Refusal = { error: string | null; code: string | null; description: string | null };

/**
 * The message for it, as a key of `auth.errors`. Auth gives an error of OAuth, often a code of its own, and for what the
 * database refuses only a text: the one thing that it refuses of a new account is the domain of its address.
 */
export function socialErrorKey({ error, code, description }: Refusal): string {
  if (error === 'access_denied' && !code) return 'socialDenied';
  if (code === 'provider_email_needs_verification') return 'socialEmail';
  if (code === 'user_banned') return 'banned';
  if (code === 'signup_disabled') return 'signUpClosed';
  if (/database error saving new user/i.test(description ?? '')) return 'domain';
  return 'social';
}
