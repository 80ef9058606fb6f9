const nobody = '00000000-0000-0000-0000-000000000000';

type User = { id: string; email: string; hash: string | undefined; since: Date; metadata: object };

/** A confirmed user as Auth writes it: Auth cannot read null as an empty token, and finds only this instance. */
export const authUser = ({ id, email, hash, since, metadata }: User) => ({
  instance_id: nobody,
  id,
  aud: 'authenticated',
  role: 'authenticated',
  email,
  encrypted_password: hash ?? '',
  email_confirmed_at: since,
  confirmation_token: '',
  recovery_token: '',
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
  raw_app_meta_data: { provider: 'email', providers: ['email'] },
  raw_user_meta_data: metadata,
  created_at: since,
  updated_at: since,
});

/**
 * The identity of such a user.
 *
 * @param id its own id
 */
export const authIdentity = (id: string, { id: user, email, since }: Pick<User, 'id' | 'email' | 'since'>) => ({
  id,
  provider: 'email',
  provider_id: user,
  user_id: user,
  identity_data: { sub: user, email, email_verified: true },
  last_sign_in_at: since,
  created_at: since,
  updated_at: since,
});
