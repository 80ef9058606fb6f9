'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { EditForm } from '@/components/panel/edit-form-client';
import { AnnouncementCard } from '@/components/status/announcement-card';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useProblemText } from '@/components/ui/use-problem-text';
import { saveAnnouncement } from '@/lib/admin/announcement-action';
import type { AnnouncementForm } from '@/lib/admin/announcement-form';
import type { AdminAnnouncement } from '@/lib/admin/announcements';

const list = '/dashboard-admin/announcements';
const empty: AnnouncementForm = {
  titleEs: '',
  titleEn: '',
  textEs: '',
  textEn: '',
  href: '',
  from: '',
  to: '',
  banner: true,
  mail: false,
};

const codes = ['title', 'text', 'href', 'date'] as const;

/** Edits a draft in both languages with a preview. */
export function AnnouncementEditor({ announcement }: { announcement: AdminAnnouncement | null }) {
  const t = useTranslations('admin.announcements');
  const text = useProblemText('admin.announcements.errors');
  const router = useRouter();
  const form = useEditForm<AnnouncementForm>({
    name: `announcement:${announcement?.id ?? 'new'}`,
    loaded: announcement?.form ?? empty,
    save: ({ changes }) =>
      saveAnnouncement({
        ...(announcement?.form ?? empty),
        ...changes,
        id: announcement?.id ?? null,
        version: announcement?.version ?? null,
      }),
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => router.push(list),
  });
  const field = (name: Exclude<keyof AnnouncementForm, 'banner' | 'mail'>) => {
    const code = codes.find((known) => known === form.fieldErrors[name]);
    return { label: t(`fields.${name}`), ...form.field(name), error: code && t(`wrong.${code}`) };
  };
  const words = { label: t('preview'), see: t('see'), close: '' };
  const { titleEs, titleEn, textEs, textEn, href } = form.values;
  return (
    <div className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-5 lg:grid-cols-2">
      <EditForm
        form={form}
        label={(name) => (t.has(`fields.${name as 'href'}`) ? t(`fields.${name as 'href'}`) : name)}
        saveLabel={t('save')}
      >
        <Field {...field('titleEs')} maxLength={120} />
        <TextArea {...field('textEs')} maxLength={1000} />
        <Field {...field('titleEn')} maxLength={120} lang="en" />
        <TextArea {...field('textEn')} maxLength={1000} lang="en" />
        <Field {...field('href')} hint={t('hints.href')} maxLength={300} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field {...field('from')} type="datetime-local" hint={t('hints.time')} />
          <Field {...field('to')} type="datetime-local" />
        </div>
        <Check label={t('fields.banner')} {...form.tick('banner')} />
        <Check label={t('fields.mail')} {...form.tick('mail')} />
      </EditForm>
      <div className="space-y-4">
        <h2 className="font-bold">{t('preview')}</h2>
        <AnnouncementCard title={titleEs} text={textEs} href={href || null} words={words} />
        <AnnouncementCard
          title={titleEn}
          text={textEn}
          href={href || null}
          words={{ ...words, label: t('previewEn') }}
        />
        <p className="text-sm text-muted">{t('previewText')}</p>
      </div>
    </div>
  );
}
