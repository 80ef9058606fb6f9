import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createPublicClient } from '@/lib/core/supabase/server';

/**
 * True if a username is taken, regardless of case: by an account, or for a day by a registration of another browser.
 *
 * @param username as parsed by `usernameSchema`
 * @param browser the fingerprint of the last registration in this browser, if any
 */
export const isUsernameTaken = (username: string, browser: string | null): Promise<boolean> =>
  readRpc(createPublicClient(), 'usuario_ocupado', { p_usuario: username, p_navegador: browser }, z.boolean());
