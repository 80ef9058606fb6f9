'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import { PlayerName } from '@/components/account/player-name-client';
import { hasHalfDate } from '@/components/ui/has-half-date';
import { Gift, Lock } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { SignInAgain } from '@/components/ui/sign-in-again-client';
import { SubmitButton } from '@/components/ui/submit-button-client';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import type { GiftForm } from '@/lib/checkout/gifts';
import type { Basket } from '@/lib/checkout/types';
import type { OfferedMethod } from '@/lib/payments/methods';
import { Consent } from './consent-client';
import { GiftDetails } from './gifts/gift-details-client';
import { useGiftWish } from './gifts/use-gift-wish';
import { MethodChoice, type MethodOption, methodsName } from './method-choice-client';
import { usePurchase } from './use-purchase';

type Props = {
  basket: Basket;
  isFree: boolean;
  options: MethodOption[];
  /** The selected method; null if none can pay this amount. */
  method: OfferedMethod | null;
  onMethod: (method: OfferedMethod) => void;
  /** The total of this method, in cents or coins. */
  total: number;
  payLabel: string;
  /** False for packs of UnCoins, which need no player name. */
  asksName: boolean;
  asksConsent: boolean;
  knownName: string;
  /** Minimum length of a Minecraft name. */
  leastName: number;
  gift: GiftForm | null;
  isCancelled: boolean;
};

const never = () => () => {};

/**
 * Minecraft name (or message and date of a gift), payment method and button. Usable once the page's scripts have
 * loaded.
 */
export function PayForm({
  basket,
  isFree,
  options,
  method,
  onMethod,
  total,
  payLabel,
  asksName,
  asksConsent,
  knownName,
  leastName,
  gift,
  isCancelled,
}: Props) {
  const t = useTranslations('checkout');
  const [name, setName] = useState(knownName);
  const [wish, changeWish] = useGiftWish(basket, gift);
  const [isMissing, setMissing] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const { buy, pending, problem } = usePurchase(basket, isFree ? 'gratis' : (method ?? 'tarjeta'), total, isCancelled);
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  const isNamed = !asksName || gift !== null || minecraftName(leastName).pattern.test(name);
  const missing = !isNamed
    ? { text: t('missingName'), field: 'minecraftName' }
    : !isFree && !method
      ? { text: t('missingMethod'), field: methodsName }
      : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (missing || pending || hasHalfDate(event.currentTarget)) return;
    if (asksConsent && !consent.current?.checked) {
      setMissing(true);
      return consent.current?.focus();
    }
    void buy({ minecraftName: asksName && !gift ? name : null, wish: gift && wish, agreed: asksConsent });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-6 rounded-card border border-line bg-surface p-5 sm:p-6">
      {isCancelled && !problem && !pending && <Notice tone="warn">{t('cancelled')}</Notice>}
      {gift ? (
        <GiftDetails gift={gift} wish={wish} onChange={changeWish} disabled={pending} />
      ) : (
        asksName && (
          <PlayerName
            label={t('minecraftName')}
            hint={t('minecraftHint', { min: leastName })}
            error={t('minecraftError', { min: leastName })}
            least={leastName}
            value={name}
            onChange={setName}
            readOnly={pending}
          />
        )
      )}
      {isFree ? (
        <p className="flex items-start gap-3 text-sm">
          <Gift aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          <span>
            <b className="block text-base">{t('freeTitle')}</b>
            {!gift && <span className="text-muted">{t('freeText')}</span>}
          </span>
        </p>
      ) : (
        <MethodChoice options={options} chosen={method} onChoose={onMethod} disabled={pending} />
      )}
      {asksConsent && (
        <Consent ref={consent} onChange={() => setMissing(false)} isMissing={isMissing} disabled={pending} />
      )}
      {problem && (
        <Notice tone="bad">
          <span>{problem.text} </span>
          {problem.isSignedOut && <SignInAgain />}
        </Notice>
      )}
      <noscript>
        <Notice tone="warn">{t('noScript')}</Notice>
      </noscript>
      <SubmitButton
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        disabled={!isAwake}
        missing={missing}
      >
        {!pending && <Lock aria-hidden className="size-4" />}
        <span>{pending ? t(isFree ? 'claiming' : 'opening') : isFree ? t('claim') : payLabel}</span>
      </SubmitButton>
      <p className="text-sm text-muted">
        {t.rich('terms', {
          terms: (text) => (
            <Link href="/legal/terms" target="_blank" className="text-link underline underline-offset-4">
              {text}
            </Link>
          ),
          privacy: (text) => (
            <Link href="/legal/privacy" target="_blank" className="text-link underline underline-offset-4">
              {text}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}
