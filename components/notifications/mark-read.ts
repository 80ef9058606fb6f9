import { patchMe } from '@/components/account/me/optimistic-changes';
import { answerOf } from '@/components/ui/use-action';
import { markNotificationsRead } from '@/lib/notifications/action';

/** Marks all notifications as read; they stay unread if the shop refuses or is not reached. */
export async function markRead(): Promise<void> {
  const answer = await answerOf(markNotificationsRead);
  if (answer.ok) patchMe({ unread: 0 });
}
