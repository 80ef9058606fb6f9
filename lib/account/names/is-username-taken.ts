import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createPublicClient } from '@/lib/core/supabase/server';

/**
 * Whether somebody has a username already, in whichever case it is written.
 *
 * @param username as `usernameSchema` reads it
 */
export const isUsernameTaken = (username: string): Promise<boolean> =>
  readRpc(createPublicClient(), 'usuario_ocupado', { p_usuario: username }, z.boolean());
