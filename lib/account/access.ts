import 'server-only';
import { redirect } from 'next/navigation';
import { requireMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { type PageQuery, searchOf } from '@/lib/core/http/page-query';
import { missingStep } from '@/lib/gates/second-step';

type Query = PageQuery | Promise<PageQuery>;

async function requireSecondFactor(me: Me, path: string, query: Query): Promise<Me> {
  const step = missingStep(me, path, searchOf(await query));
  if (step) redirect(step);
  return me;
}

/** Returns the signed-in admin. Redirects others to the login, to the second factor, or home. */
export async function requireAdmin(path: string, query: Query = {}): Promise<Me> {
  const me = await requireMe(path, query);
  if (me.role !== 'admin') redirect('/');
  return requireSecondFactor(me, path, query);
}

/** Returns the signed-in moderator or admin. Redirects others to the login, to the second factor, or home. */
export async function requireModerator(path: string, query: Query = {}): Promise<Me> {
  const me = await requireMe(path, query);
  if (me.role === 'user') redirect('/');
  return requireSecondFactor(me, path, query);
}
