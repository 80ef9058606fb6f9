import 'server-only';
import { redirect } from 'next/navigation';
import { getMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';

/** The signed-in admin, or a redirect: to the login, or home for anybody else (SPEC §6). */
export async function requireAdmin(path: string): Promise<Me> {
  const me = await getMe();
  if (!me) redirect(`/login?next=${encodeURIComponent(path)}`);
  if (me.role !== 'admin') redirect('/');
  return me;
}
