'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Dialog } from '@/components/ui/dialog-client';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Star } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { fail } from '@/lib/core/action/result';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { deleteReview, saveReview } from '@/lib/reviews/action';
import { type OwnReview, reviewTextLimit } from '@/lib/reviews/types';

type Props = { productId: string; name: string; onClose: () => void };

/** Writes, changes or deletes the person's own review. */
export function ReviewDialog(props: Props) {
  const me = useMe();
  const person = me.status === 'user' ? me.me.id : '';
  // Another person, who signed in in another tab, starts with their own review.
  return <OwnReviewDialog key={person} person={person} {...props} />;
}

function OwnReviewDialog({ person, productId, name, onClose }: Props & { person: string }) {
  const t = useTranslations('reviews');
  const text = useProblemText('reviews.errors');
  const [own, setOwn] = useState<OwnReview | null>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    fetchJson<{ review: OwnReview | null }>(`/api/my-review?producto=${productId}`, abort.signal)
      .then(({ review }) => setOwn(review))
      .catch(() => abort.signal.aborted || setBroken(true));
    return () => abort.abort();
  }, [productId]);
  return (
    <Dialog title={t('dialogTitle', { name })} closeLabel={t('close')} onClose={onClose}>
      {isBroken && (
        <div className="mt-4">
          <Notice tone="bad">{text('failed')}</Notice>
        </div>
      )}
      {own === undefined ? (
        !isBroken && <Skeleton className="mt-4 h-56" />
      ) : (
        <ReviewForm person={person} productId={productId} own={own} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'name'> & { person: string; own: OwnReview | null };

function ReviewForm({ person, productId, own, onClose }: FormProps) {
  const t = useTranslations('reviews');
  const router = useRouter();
  const [stars, setStars] = useState(own?.stars ?? 0);
  const { text, setText, forget } = useKeptText(`review:${person}:${productId}`, own?.text);
  const [isAsked, setAsked] = useState(false);
  const { run, pending, problem } = useAction(
    async (done: 'saved' | 'deleted') => {
      if (done === 'deleted') return deleteReview(productId);
      return stars === 0 ? fail('noStars') : saveReview({ productId, stars, text });
    },
    {
      messages: useProblemText('reviews.errors'),
      onDone: (_, done) => {
        forget();
        void toast('success', t(done));
        onClose();
        router.refresh();
      },
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    run('saved');
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="mt-4 space-y-4">
      {own?.hiddenReason && <Notice tone="plain">{t('hidden', { reason: own.hiddenReason })}</Notice>}
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('rating')}</legend>
        <div className="flex">
          {[1, 2, 3, 4, 5].map((value) => (
            <label
              key={value}
              className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="stars"
                value={value}
                checked={stars === value}
                onChange={() => setStars(value)}
                className="sr-only"
              />
              <span className="sr-only">{t('stars', { value })}</span>
              <Star aria-hidden className={classNames('size-7 text-star', value <= stars && 'fill-current')} />
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t('text')}
        hint={t('textHint')}
        rows={5}
        maxLength={reviewTextLimit}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {isAsked ? (
        <div className="space-y-3">
          <p role="alert">{t('deleteText')}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" pending={pending} onClick={() => run('deleted')}>
              {t('deleteSure')}
            </Button>
            <Button ref={focusOnShow} onClick={() => setAsked(false)}>
              {t('keep')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="buy" pending={pending}>
            {t('save')}
          </Button>
          {own && own.hiddenReason === null && (
            <Button variant="danger" pending={pending} onClick={() => setAsked(true)}>
              {t('delete')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
