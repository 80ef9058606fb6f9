'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { refreshMe } from '@/components/account/me/refresh';
import { getSignedIn } from '@/components/account/me/store';
import { PlayerName } from '@/components/account/player-name-client';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button-client';
import { isBrokenOff, useAction } from '@/components/ui/use-action';
import { useAttempt } from '@/components/ui/use-attempt';
import { useProblemText } from '@/components/ui/use-problem-text';
import { anyMinecraftName, minecraftName as nameRule } from '@/lib/account/names/minecraft-name';
import type { Product } from '@/lib/catalog/types';
import { claimPurchase, readPlayerName } from '@/lib/checkout/action';
import { claimWithClub } from '@/lib/club/action';
import { fail, succeed } from '@/lib/core/action/result';

type Props = {
  product: Pick<Product, 'id' | 'slug' | 'name'>;
  editionId: string | null;
  /** True if it is free for everybody; otherwise the Club lends it. */
  isFree: boolean;
  onClose: () => void;
};

/** The player name that was entered last, unless something was typed before it loaded, and its minimum length. */
function usePlayerName() {
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState<{ name: string; least: number } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    readPlayerName().then(
      (answer) => isCurrent && answer.ok && setKnown(answer.value),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  const rule = known ? nameRule(known.least) : anyMinecraftName;
  return [typed ?? known?.name ?? '', setTyped, rule] as const;
}

/** Claims a free product, or one that the Club lends, in one step. */
export function ClaimDialog({ product, editionId, isFree: isFreeNow, onClose }: Props) {
  // After the claim, the page behind the dialog no longer offers it.
  const [isFree] = useState(isFreeNow);
  const t = useTranslations('product.claimClub');
  const text = useProblemText('product.claimClub');
  const router = useRouter();
  const [minecraftName, setMinecraftName, { min, pattern }] = usePlayerName();
  const attempt = useAttempt();
  const [persona] = useState(() => getSignedIn()?.me.id);

  /** Claims, and returns the page to go to. */
  async function claim() {
    if (isFree) {
      const what = { producto: product.slug, edicion: editionId, minecraftName, intento: attempt.key(), persona };
      return claimPurchase(what);
    }
    const claimed = await claimWithClub(product.id, minecraftName, persona);
    return claimed.ok ? succeed(`/profile/order/${claimed.value}`) : fail(claimed.error);
  }

  const { run, pending, problem } = useAction(claim, {
    // Refusals of a claim are complete sentences.
    messages: (code) => (isBrokenOff(code) ? text(code) : code),
    onDone: async (path) => {
      await refreshMe();
      router.push(path);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <Dialog
      title={t('title', { name: product.name })}
      description={t(isFree ? 'freeText' : 'text')}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="mt-4 space-y-4">
        <PlayerName
          label={t('minecraftName')}
          hint={t('hint', { min })}
          error={t('nameError', { min })}
          least={min}
          value={minecraftName}
          onChange={setMinecraftName}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <SubmitButton
          variant={isFree ? 'buy' : 'club'}
          className="w-full"
          pending={pending}
          missing={pattern.test(minecraftName) ? null : { text: t('missingName'), field: 'minecraftName' }}
        >
          {t('confirm')}
        </SubmitButton>
      </form>
    </Dialog>
  );
}
