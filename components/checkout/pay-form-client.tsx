'use client';

import { Gift, Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { minecraftName } from '@/lib/account/minecraft-name';
import type { Basket } from '@/lib/checkout/types';
import type { OfferedMethod } from '@/lib/payments/methods';
import { MethodChoice, type MethodOption } from './method-choice-client';
import { MinecraftName } from './minecraft-name-client';
import { usePurchase } from './use-purchase';

type Props = {
  basket: Basket;
  isFree: boolean;
  options: MethodOption[];
  method: OfferedMethod;
  onMethod: (method: OfferedMethod) => void;
  payLabel: string;
  knownName: string;
  nameHint: string | null;
  isCancelled: boolean;
};

const never = () => () => {};

/** Minecraft name, payment method and the button. The form is usable once the page's scripts have loaded. */
export function PayForm({
  basket,
  isFree,
  options,
  method,
  onMethod,
  payLabel,
  knownName,
  nameHint,
  isCancelled,
}: Props) {
  const t = useTranslations('checkout');
  const [name, setName] = useState(knownName);
  const { buy, pending, problem } = usePurchase(basket, isFree ? 'gratis' : method, isCancelled);
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (minecraftName.pattern.test(name) && !pending) void buy(name);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-6 rounded-card border border-line bg-surface p-5 sm:p-6">
      {isCancelled && !problem && !pending && <Notice tone="warn">{t('cancelled')}</Notice>}
      <MinecraftName value={name} onChange={setName} hint={nameHint} disabled={pending} />
      {isFree ? (
        <p className="flex items-start gap-3 text-sm">
          <Gift aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          <span>
            <b className="block text-base">{t('freeTitle')}</b>
            <span className="text-muted">{t('freeText')}</span>
          </span>
        </p>
      ) : (
        <MethodChoice options={options} chosen={method} onChoose={onMethod} disabled={pending} />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button
        type="submit"
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        disabled={!isAwake || !minecraftName.pattern.test(name)}
      >
        {!pending && <Lock aria-hidden className="size-4" />}
        {pending ? t(isFree ? 'claiming' : 'opening') : isFree ? t('claim') : payLabel}
      </Button>
    </form>
  );
}
