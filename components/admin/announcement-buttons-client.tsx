'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/panel/confirm-client';
import { Button } from '@/components/ui/button';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { deleteAnnouncement, publishAnnouncement, stopAnnouncement } from '@/lib/admin/announcement-action';
import type { AdminAnnouncement } from '@/lib/admin/announcements';

type Act = 'publish' | 'stop' | 'delete';

/** Actions for an announcement's state, each with a confirmation that names it. */
export function AnnouncementButtons({ announcement }: { announcement: AdminAnnouncement }) {
  const { id, version, state, form } = announcement;
  const t = useTranslations('admin.announcements');
  const router = useRouter();
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    (act: Act) => {
      if (act === 'publish') return publishAnnouncement({ id, version });
      return act === 'stop' ? stopAnnouncement(id) : deleteAnnouncement(id);
    },
    { messages: useProblemText('admin.announcements.errors'), onDone: () => router.refresh() },
  );
  const acts: Act[] =
    state === 'borrador' ? ['publish', 'delete'] : state === 'publicado' || state === 'programado' ? ['stop'] : [];
  return (
    <>
      {acts.map((act) => (
        <Button key={act} variant={act === 'publish' ? 'buy' : 'danger'} onClick={() => ask(act)}>
          {t(`acts.${act}`)}
        </Button>
      ))}
      {asked && (
        <Confirm
          title={t(`ask.${asked}`, { title: form.titleEs })}
          text={t(asked === 'publish' && form.mail ? 'askText.publishMail' : `askText.${asked}`)}
          confirmLabel={t(`acts.${asked}`)}
          isDangerous={asked !== 'publish'}
          pending={pending}
          problem={problem}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
