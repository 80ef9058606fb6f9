import 'server-only';
import { redirect } from 'next/navigation';
import { requireMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { missingStep } from '@/lib/gates/second-step';

function requireSecondFactor(me: Me, path: string): Me {
  const step = missingStep(me, path);
  if (step) redirect(step);
  return me;
}

/** The signed-in admin, or a redirect: to the login, to the second factor, or home for anybody else. */
export async function requireAdmin(path: string): Promise<Me> {
  const me = await requireMe(path);
  if (me.role !== 'admin') redirect('/');
  return requireSecondFactor(me, path);
}

/** The signed-in moderator or admin, or a redirect: to the login, to the second factor, or home for anybody else. */
export async function requireModerator(path: string): Promise<Me> {
  const me = await requireMe(path);
  if (me.role === 'user') redirect('/');
  return requireSecondFactor(me, path);
}
