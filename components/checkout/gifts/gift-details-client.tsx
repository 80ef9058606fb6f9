'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { type GiftForm, type GiftWish, longestMessage } from '@/lib/checkout/gifts';

type Props = { gift: GiftForm; wish: GiftWish; onChange: (part: Partial<GiftWish>) => void; disabled: boolean };

/** Message and delivery date of a gift. The recipient is asked for the Minecraft name later. */
export function GiftDetails({ gift, wish, onChange, disabled }: Props) {
  const t = useTranslations('checkout.gift');
  const left = longestMessage - [...wish.message].length;
  return (
    <fieldset disabled={disabled} className="space-y-4">
      <legend className="mb-3 text-lg font-bold">{t('title', { name: gift.recipient })}</legend>
      <TextArea
        label={t('message')}
        hint={left > 50 ? t('messageHint') : t('left', { count: Math.max(0, left) })}
        name="mensaje"
        value={wish.message}
        maxLength={longestMessage}
        rows={4}
        placeholder={t('placeholder')}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      <Field
        label={t('day')}
        hint={t('dayHint', { name: gift.recipient })}
        type="date"
        name="fechaEntrega"
        value={wish.day}
        min={gift.firstDay}
        max={gift.lastDay}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <p className="text-sm text-muted">{t('name', { name: gift.recipient })}</p>
    </fieldset>
  );
}
