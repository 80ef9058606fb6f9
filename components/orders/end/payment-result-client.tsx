'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleAlert, Clock, Undo2 } from '@/components/ui/icons/desk';
import { CircleCheck, Coins, LoaderCircle } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { formatCents } from '@/lib/core/money';
import type { MethodFacts } from '@/lib/payments/method-facts';
import { type PageMethod, pageMethods } from '@/lib/payments/methods';
import type { Verified } from '@/lib/payments/verified';
import { AfterPurchase } from './after-purchase-client';
import { GiftGiven } from './gift-given';
import { OrdersLink } from './orders-link';
import { Outcome } from './outcome';
import { useVerification } from './use-verification';

/** The link to the payment's own page, which shows its steps and can check it again. */
function StoryLink({ paymentId }: { paymentId: string | null }) {
  const t = useTranslations('success');
  if (!paymentId) return null;
  return (
    <Link
      href={`/profile/payment/${paymentId}`}
      className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
    >
      {t('story')}
    </Link>
  );
}

/** Shown for the moment in which the page asks the server for the whole of it (`components/orders/end`). */
function Delivered({ result }: { result: Verified }) {
  const t = useTranslations('success');
  const locale = useLocale();
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  const name = result.nombre ?? t('yourProduct');
  const paid = result.precio && t('paid', { amount: formatCents(Math.round(result.precio * 100), locale) });
  if (result.regalo && result.pago) {
    const { para, fecha } = result.regalo;
    return <GiftGiven paymentId={result.pago} name={name} recipient={para} day={fecha} paid={paid || null} />;
  }
  return (
    <Outcome
      tone={result.recarga ? 'club' : 'good'}
      icon={result.recarga ? <Coins /> : <CircleCheck />}
      title={t(result.recarga ? 'rechargeTitle' : 'title')}
      actions={
        <>
          {result.recarga ? (
            <ButtonLink href="/profile/coins" variant="buy">
              {t('balance')}
            </ButtonLink>
          ) : (
            <OrdersLink orderIds={result.pedidos} />
          )}
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <AfterPurchase />
      <p className="text-lg text-ink">{t(result.recarga ? 'rechargeText' : 'text', { name })}</p>
      {result.precio !== null && <p>{t('paid', { amount: formatCents(Math.round(result.precio * 100), locale) })}</p>}
      <StoryLink paymentId={result.pago} />
    </Outcome>
  );
}

const notCharged: ReadonlySet<string> = new Set(['no_pagado', 'caducado', 'fallido', 'rechazado']);

/** A payment that could not be delivered, or was not charged: the reason, and where the money is. */
function Undelivered({ result }: { result: Verified }) {
  const t = useTranslations('undelivered');
  const success = useTranslations('success');
  const locale = useLocale();
  const amount = formatCents(Math.round((result.precio ?? 0) * 100), locale);
  const why = t('why', { reason: result.motivo ?? '' });
  const isCharged = !notCharged.has(result.estado);
  const said = result.estado === 'reembolsado' ? 'returned' : isCharged ? 'returning' : 'notCharged';
  return (
    <Outcome
      tone="warn"
      icon={<Undo2 />}
      title={t('title')}
      actions={
        <ButtonLink href="/" variant="buy">
          {success('home')}
        </ButtonLink>
      }
    >
      <p className="text-lg text-ink">{t(said, { why, amount })}</p>
      {isCharged && <p>{t('when')}</p>}
      <StoryLink paymentId={result.pago} />
    </Outcome>
  );
}

type FailedProps = {
  method: PageMethod;
  estado: string;
  paymentId: string | null;
  supportEmail: string;
  onRetry: () => void;
};

/** The texts for a state, for payment methods without texts of their own. */
const details: MethodFacts['result']['details'] = {
  revision: 'success.review',
  no_pagado: 'success.unpaid',
  caducado: 'success.unpaid',
  fallido: 'success.unpaid',
  reembolsado: 'success.returned',
  en_disputa: 'success.returned',
  sin_respuesta: 'success.noAnswer',
  sin_red: 'success.noAnswer',
};

function Failed({ method, estado, paymentId, supportEmail, onRetry }: FailedProps) {
  const t = useTranslations('success');
  const words = useTranslations();
  const { result }: MethodFacts = pageMethods[method];
  const detail = result.details[estado] ?? details[estado];
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      title={t('errorTitle')}
      actions={
        <>
          {notCharged.has(estado) ? (
            <ButtonLink href="/cart" variant="buy">
              {t('cart')}
            </ButtonLink>
          ) : (
            <Button variant="buy" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <a href={`mailto:${supportEmail}`} className={buttonStyles({})}>
            {t('contact')}
          </a>
        </>
      }
    >
      <p className="text-lg text-ink">{words(result.error)}</p>
      {detail && <p>{words(detail)}</p>}
      <StoryLink paymentId={paymentId} />
    </Outcome>
  );
}

type Props = { method: PageMethod; reference: string; supportEmail: string };

/** The result of a payment, from "verifying" to the end (docs/behaviour/checkout.md, "Payment result"). */
export function PaymentResult({ method, reference, supportEmail }: Props) {
  const t = useTranslations('success');
  const words = useTranslations();
  const { verifyPath, result } = pageMethods[method];
  const { state, retry } = useVerification(`${verifyPath}${encodeURIComponent(reference)}`);
  if (state.status === 'settled' && state.result.success) return <Delivered result={state.result} />;
  if (state.status === 'settled' && state.result.motivo) return <Undelivered result={state.result} />;
  if (state.status === 'settled')
    return (
      <Failed
        method={method}
        estado={state.result.estado}
        paymentId={state.result.pago}
        supportEmail={supportEmail}
        onRetry={retry}
      />
    );
  if (state.status === 'failed')
    return (
      <Failed
        method={method}
        estado={state.estado}
        paymentId={state.paymentId}
        supportEmail={supportEmail}
        onRetry={retry}
      />
    );
  if (state.status === 'waiting') {
    return (
      <Outcome
        tone="warn"
        icon={<Clock />}
        title={t(state.isSlow ? 'slowTitle' : 'waitingTitle')}
        actions={
          <>
            <Button variant="buy" onClick={retry}>
              {t('retry')}
            </Button>
            <ButtonLink href="/profile/orders">{t('orders')}</ButtonLink>
          </>
        }
      >
        <p>{t(state.isSlow ? 'slowText' : 'waitingText')}</p>
        <StoryLink paymentId={state.paymentId} />
      </Outcome>
    );
  }
  return (
    <Outcome tone="plain" busy icon={<LoaderCircle className="animate-spin" />} title={words(result.verifying)}>
      <p>{t('verifyingText')}</p>
    </Outcome>
  );
}
