'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { minecraftNameLimits, minecraftNamePattern } from '@/lib/checkout';

type Props = { value: string; onChange: (value: string) => void; disabled: boolean; hint: string | null };

/**
 * The Minecraft name of the purchase. An error appears once the field has been left, or as soon as it has a character
 * that is not allowed.
 */
export function MinecraftName({ value, onChange, disabled, hint }: Props) {
  const t = useTranslations('checkout');
  const [left, setLeft] = useState(false);
  const isWrong = value !== '' && !minecraftNamePattern.test(value) && (left || /[^A-Za-z0-9_]/.test(value));
  return (
    <Field
      label={t('minecraftName')}
      hint={hint ?? t('minecraftHint')}
      error={isWrong && t('minecraftError')}
      name="minecraftName"
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      onBlur={() => setLeft(true)}
      minLength={minecraftNameLimits.min}
      maxLength={minecraftNameLimits.max}
      pattern="[A-Za-z0-9_]{5,16}"
      required
      disabled={disabled}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
