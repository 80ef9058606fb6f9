import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createPublicClient } from '@/lib/core/supabase/server';

/**
 * True if a username is taken, regardless of case.
 *
 * @param username as parsed by `usernameSchema`
 */
export const isUsernameTaken = (username: string): Promise<boolean> =>
  readRpc(createPublicClient(), 'usuario_ocupado', { p_usuario: username }, z.boolean());
