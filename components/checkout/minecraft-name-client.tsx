'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { visible } from '@/lib/core/visible';

type Props = { value: string; least: number; onChange: (value: string) => void; disabled: boolean };

/** Minecraft name of the purchase. Errors appear on blur, or at once for a forbidden character. */
export function MinecraftName({ value, least, onChange, disabled }: Props) {
  const t = useTranslations('checkout');
  const [left, setLeft] = useState(false);
  const { min, max, pattern } = minecraftName(least);
  const isWrong = value !== '' && !pattern.test(value) && (left || /[^A-Za-z0-9_]/.test(value));
  return (
    <Field
      label={t('minecraftName')}
      hint={t('minecraftHint', { min })}
      error={isWrong && t('minecraftError', { min })}
      name="minecraftName"
      value={value}
      onChange={(event) => onChange(visible(event.target.value))}
      onBlur={() => setLeft(true)}
      minLength={min}
      maxLength={max}
      pattern={pattern.source}
      required
      readOnly={disabled}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
