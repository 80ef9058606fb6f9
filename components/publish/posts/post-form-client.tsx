'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useLeaveQuestion } from '@/components/ui/use-leave-question';
import { useProblemText } from '@/components/ui/use-problem-text';
import { savePost } from '@/lib/publish/posts/action';
import { type Audience, audiences, postsPath, titleLengths } from '@/lib/publish/posts/types';
import { RichText } from '../rich-text-client';

type Written = { title: string; text: string; audience: Audience; productId: string | null };
type Props = {
  products: Array<{ id: string; name: string }>;
  post: (Written & { id: string; version: number; isPublished: boolean }) | null;
  /** Storage key of unsaved input in this tab. */
  keptAs: string;
};

/** The input, and the version of the post on which it is based. A new post has its id from its first input on. */
type Kept = { written: Written; version: number | null; id?: string };

const blank: Written = { title: '', text: '', audience: 'publico', productId: null };

/**
 * Writes a post, as a draft or published. A published one keeps its audience and product. Unsaved input survives a
 * reload and the back button.
 */
export function PostForm({ products, post, keptAs }: Props) {
  const t = useTranslations('posts');
  const router = useRouter();
  const storageKey = `text:${keptAs}`;
  const stored: Kept = { written: post ?? blank, version: post?.version ?? null, ...(post && { id: post.id }) };
  const [{ written, version, id }, setKept] = useState(stored);
  const [isDirty, setDirty] = useState(false);
  const [isRecovered, setRecovered] = useState(false);
  useEffect(() => {
    const kept = readStoredJson(storageKey, 'session') as Kept | null;
    if (!kept?.written) return;
    setKept(kept);
    setDirty(true);
    setRecovered(true);
  }, [storageKey]);
  useEffect(() => {
    if (isDirty) storeJson(storageKey, { written, version, id }, 'session');
  }, [storageKey, isDirty, written, version, id]);
  const { run, pending, problem } = useAction(
    (publish: boolean) =>
      savePost({
        id: id ?? null,
        version,
        title: written.title,
        text: written.text,
        audience: written.audience,
        productId: written.productId,
        publish,
        persona: personOfPage(),
      }),
    {
      messages: useProblemText('posts.errors'),
      onDone: ({ publicada: isPublished }) => {
        forget();
        void toast('success', t(isPublished ? 'saidPublished' : 'saidSaved'));
        router.push(postsPath);
      },
    },
  );
  const { target, stay } = useLeaveQuestion(isDirty && !pending);

  function change(part: Partial<Written>) {
    setDirty(true);
    setKept((now) => ({ id: crypto.randomUUID(), ...now, written: { ...now.written, ...part } }));
  }

  function forget() {
    storeJson(storageKey, null, 'session');
    setDirty(false);
    setRecovered(false);
  }

  function discard() {
    forget();
    setKept(stored);
  }

  const isPublished = post?.isPublished ?? false;
  return (
    <div className="max-w-3xl space-y-5">
      {isRecovered && (
        <div role="status" className="space-y-2 rounded-control border border-line p-3 text-sm">
          <p>{t('recovered')}</p>
          <Button onClick={discard}>{t('discard')}</Button>
        </div>
      )}
      <Field
        label={t('titleField')}
        maxLength={titleLengths.most}
        value={written.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      {isPublished ? (
        <p className="text-sm text-muted">{t('fixedAudience', { audience: t(`audiences.${written.audience}`) })}</p>
      ) : (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Select
            label={t('audience')}
            options={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
            value={written.audience}
            onChange={(event) => change({ audience: event.target.value as Audience })}
          />
          <Select
            label={t('product')}
            options={[
              { value: '', label: t('noProduct') },
              ...products.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={written.productId ?? ''}
            onChange={(event) => change({ productId: event.target.value || null })}
          />
        </div>
      )}
      <RichText label={t('text')} language={t('text')} value={written.text} onChange={(text) => change({ text })} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button variant="buy" pending={pending} onClick={() => run(true)}>
          {t(isPublished ? 'save' : 'publish')}
        </Button>
        {!isPublished && (
          <Button pending={pending} onClick={() => run(false)}>
            {t('saveDraft')}
          </Button>
        )}
      </div>
      {target && (
        <Confirm
          title={t('leaveTitle')}
          text={t('leaveText')}
          confirmLabel={t('leave')}
          cancelLabel={t('stay')}
          isDangerous
          pending={false}
          onConfirm={() => {
            forget();
            stay();
            router.push(target);
          }}
          onClose={stay}
        />
      )}
    </div>
  );
}
