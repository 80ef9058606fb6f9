'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { visible } from '@/lib/core/visible';

type Props = {
  label: string;
  hint: string;
  /** Message for a name that the rule does not accept. */
  error: string;
  /** Message for an empty field. */
  emptyError?: string;
  /** Minimum length of a Minecraft name. */
  least: number;
  value: string;
  onChange: (value: string) => void;
  readOnly?: boolean;
};

/** A Minecraft name. Errors appear on blur, or at once for a forbidden character. */
export function PlayerName({ label, hint, error, emptyError, least, value, onChange, readOnly }: Props) {
  const [left, setLeft] = useState(false);
  const { min, max, pattern, forbidden } = minecraftName(least);
  const isWrong = !pattern.test(value) && (left || forbidden.test(value));
  return (
    <Field
      label={label}
      hint={hint}
      error={isWrong && (value === '' ? emptyError : error)}
      name="minecraftName"
      value={value}
      onChange={(event) => onChange(visible(event.target.value))}
      onBlur={() => setLeft(true)}
      minLength={min}
      maxLength={max}
      pattern={pattern.source}
      required
      readOnly={readOnly}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
