'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Gift } from '@/components/ui/icons/shop';
import { minecraftName as nameRule } from '@/lib/account/names/minecraft-name';

type Props = {
  needsName: boolean;
  /** The person's last Minecraft name, to prefill the field. */
  knownName: string;
  pending: boolean;
  label: string;
  onOpen: (name: string) => void;
  children?: ReactNode;
};

/** The Minecraft name of whoever opens a gift, where it is missing, and the button. */
export function OpenForm({ needsName, knownName, pending, label, onOpen, children }: Props) {
  const t = useTranslations('gifts.open');
  const [name, setName] = useState(knownName);
  const [left, setLeft] = useState(false);
  const isWrong = name !== '' && !nameRule.pattern.test(name) && (left || /[^A-Za-z0-9_]/.test(name));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!needsName || nameRule.pattern.test(name)) onOpen(name);
    else setLeft(true);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {needsName && (
        <Field
          label={t('minecraftName')}
          hint={t('hint')}
          error={isWrong && t('nameError')}
          value={name}
          maxLength={nameRule.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={() => setLeft(true)}
          onChange={(event) => setName(event.target.value.trim())}
        />
      )}
      {children}
      <Button
        type="submit"
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        disabled={needsName && !nameRule.pattern.test(name)}
      >
        {!pending && <Gift aria-hidden className="size-5" />}
        <span>{label}</span>
      </Button>
    </form>
  );
}
