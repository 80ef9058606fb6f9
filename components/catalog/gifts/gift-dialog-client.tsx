'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import useSWR from 'swr';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Search } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { Picture } from '@/components/ui/picture-client';
import { useDebounced } from '@/components/ui/use-debounced';
import type { Me } from '@/lib/account/types';
import { anybody } from '@/lib/checkout/gifts';
import type { Recipient } from '@/lib/checkout/types';
import { fetchJson } from '@/lib/core/http/fetch-json';

const search = async (path: string) => (await fetchJson<{ items: Recipient[] }>(path)).items;

type Props = { me: Me; product: string; href: string; clubOnly: boolean; onClose: () => void };

/** Explains that only members may give members' products, with a link to join. */
function ForMembers() {
  const t = useTranslations('product');
  return (
    <div className="mt-4 space-y-4">
      <Notice tone="warn">{t('gift.clubOnly')}</Notice>
      <ButtonLink href="/club" variant="club" className="w-full">
        {t('joinClub')}
      </ButtonLink>
    </div>
  );
}

/** Chooses the recipient of a gift and continues to the cart. */
export function GiftDialog({ clubOnly, ...props }: Props) {
  const t = useTranslations('product.gift');
  if (!clubOnly || props.me.club) return <ChooseRecipient {...props} />;
  return (
    <Dialog title={t('title')} description={props.product} closeLabel={t('close')} onClose={props.onClose}>
      <ForMembers />
    </Dialog>
  );
}

function ChooseRecipient({ me, product, href, onClose }: Omit<Props, 'clubOnly'>) {
  const t = useTranslations('product.gift');
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Recipient | null>(null);
  const wanted = useDebounced(text.trim(), 300);
  const {
    data: found,
    error,
    isLoading,
  } = useSWR(wanted === '' ? null : `/api/recipients?${new URLSearchParams({ q: wanted })}`, search, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  const typed = text.trim().toLowerCase();
  const isSelf = typed !== '' && [me.username.toLowerCase(), me.displayName.toLowerCase()].includes(typed);
  const isEmpty = wanted !== '' && wanted === text.trim() && !isLoading && found?.length === 0 && !isSelf;

  return (
    <Dialog title={t('title')} description={t('text', { name: product })} closeLabel={t('close')} onClose={onClose}>
      <form
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) router.push(`${href}&modoCompra=regalo&destinatario=${encodeURIComponent(chosen.username)}`);
        }}
      >
        <Field
          label={t('search')}
          value={text}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('placeholder')}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(null);
          }}
        />
        <div aria-live="polite" className="min-h-6 text-sm">
          {isSelf && <Notice tone="bad">{t('self')}</Notice>}
          {error && <Notice tone="bad">{t('failed')}</Notice>}
          {isEmpty && (
            <p className="flex items-center gap-2 text-muted">
              <Search aria-hidden className="size-4" />
              {t('none')}
            </p>
          )}
        </div>
        {found && found.length > 0 && wanted !== '' && (
          <fieldset className="space-y-2">
            <legend className="sr-only">{t('results')}</legend>
            {found.map((person) => (
              <label
                key={person.id}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line px-3 hover:bg-raised has-checked:border-link has-checked:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-link"
              >
                <input
                  type="radio"
                  name="recipient"
                  value={person.username}
                  checked={chosen?.id === person.id}
                  onChange={() => setChosen(person)}
                  className="size-4"
                />
                <Picture
                  src={person.avatarUrl}
                  alt=""
                  width={40}
                  height={40}
                  className="size-10 rounded-full object-cover"
                />
                <span className="min-w-0">
                  <b className="block truncate">{person.displayName}</b>
                  <span className="text-sm text-muted">@{person.username}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Button type="submit" variant="buy" className="w-full" disabled={!chosen}>
          {chosen ? t('continue', { name: chosen.displayName }) : t('choose')}
        </Button>
        <div className="space-y-2 border-t border-line pt-4">
          <p className="text-sm text-muted">{t('byLinkText')}</p>
          <Button
            className="w-full"
            onClick={() => router.push(`${href}&modoCompra=regalo&destinatario=${encodeURIComponent(anybody)}`)}
          >
            {t('byLink')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
