'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Gift } from '@/components/ui/icons/shop';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { visible } from '@/lib/core/visible';

type Props = {
  needsName: boolean;
  /** The person's last Minecraft name, to prefill the field. */
  knownName: string;
  /** Length of the shortest Minecraft name. */
  leastName: number;
  pending: boolean;
  label: string;
  onOpen: (name: string) => void;
  children?: ReactNode;
};

/** The Minecraft name of whoever opens a gift, where it is missing, and the button. */
export function OpenForm({ needsName, knownName, leastName, pending, label, onOpen, children }: Props) {
  const t = useTranslations('gifts.open');
  const { min, max, pattern } = minecraftName(leastName);
  const [name, setName] = useState(knownName);
  const [left, setLeft] = useState(false);
  const isWrong = name !== '' && !pattern.test(name) && (left || /[^A-Za-z0-9_]/.test(name));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!needsName || pattern.test(name)) onOpen(name);
    else setLeft(true);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {needsName && (
        <Field
          label={t('minecraftName')}
          hint={t('hint', { min })}
          error={isWrong && t('nameError', { min })}
          value={name}
          maxLength={max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={() => setLeft(true)}
          onChange={(event) => setName(visible(event.target.value))}
        />
      )}
      {children}
      <Button
        type="submit"
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        disabled={needsName && !pattern.test(name)}
      >
        {!pending && <Gift aria-hidden className="size-5" />}
        <span>{label}</span>
      </Button>
    </form>
  );
}
