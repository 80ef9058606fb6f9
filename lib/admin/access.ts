import 'server-only';
import { redirect } from 'next/navigation';
import { requireMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';

/** The signed-in admin, or a redirect: to the login, or home for anybody else (SPEC §6). */
export async function requireAdmin(path: string): Promise<Me> {
  const me = await requireMe(path);
  if (me.role !== 'admin') redirect('/');
  return me;
}

/** The signed-in moderator or admin, or a redirect: to the login, or home for anybody else. */
export async function requireModerator(path: string): Promise<Me> {
  const me = await requireMe(path);
  if (me.role === 'user') redirect('/');
  return me;
}
