'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { type GiftForm, type GiftWish, longestMessage } from '@/lib/checkout/gifts';

type Props = { gift: GiftForm; wish: GiftWish; onChange: (part: Partial<GiftWish>) => void; disabled: boolean };

/**
 * Message and delivery date of a gift. A gift for anybody also has a mail address, and a date only with it. The
 * recipient is asked for the Minecraft name later.
 */
export function GiftDetails({ gift, wish, onChange, disabled }: Props) {
  const t = useTranslations('giftDetails');
  const left = longestMessage - [...wish.message].length;
  const name = gift.recipient;
  const hasDay = name !== null || wish.email.trim() !== '';
  return (
    <fieldset disabled={disabled} className="space-y-4">
      <legend className="mb-3 text-lg font-bold">{name === null ? t('link.title') : t('title', { name })}</legend>
      {name === null && (
        <Field
          label={t('link.email')}
          hint={t('link.emailHint')}
          type="email"
          name="correoRegalo"
          value={wish.email}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
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
      {hasDay && (
        <Field
          label={t('day')}
          hint={name === null ? t('link.dayHint') : t('dayHint', { name })}
          type="date"
          name="fechaEntrega"
          value={wish.day}
          min={gift.firstDay}
          max={gift.lastDay}
          onChange={(event) => onChange({ day: event.target.value })}
        />
      )}
      <p className="text-sm text-muted">{name === null ? t('link.text') : t('name', { name })}</p>
    </fieldset>
  );
}
