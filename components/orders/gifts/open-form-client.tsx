'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PlayerName } from '@/components/account/player-name-client';
import { Gift } from '@/components/ui/icons/shop';
import { SubmitButton } from '@/components/ui/submit-button-client';
import { minecraftName } from '@/lib/account/names/minecraft-name';

type Props = {
  needsName: boolean;
  /** The person's last Minecraft name, to prefill the field. */
  knownName: string;
  /** Minimum length of a Minecraft name. */
  leastName: number;
  pending: boolean;
  label: string;
  onOpen: (name: string) => void;
  children?: ReactNode;
};

/** The Minecraft name of the person who opens a gift, if it is missing, and the button. */
export function OpenForm({ needsName, knownName, leastName, pending, label, onOpen, children }: Props) {
  const t = useTranslations('gifts.open');
  const [name, setName] = useState(knownName);
  const isNamed = !needsName || minecraftName(leastName).pattern.test(name);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isNamed) onOpen(name);
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="space-y-4">
      {needsName && (
        <PlayerName
          label={t('minecraftName')}
          hint={t('hint', { min: leastName })}
          error={t('nameError', { min: leastName })}
          least={leastName}
          value={name}
          onChange={setName}
        />
      )}
      {children}
      <SubmitButton
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        missing={isNamed ? null : { text: t('missingName'), field: 'minecraftName' }}
      >
        {!pending && <Gift aria-hidden className="size-5" />}
        <span>{label}</span>
      </SubmitButton>
    </form>
  );
}
