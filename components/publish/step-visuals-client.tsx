'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { useFieldError } from './field-errors';
import { GalleryInput } from './gallery-input-client';
import { PictureInput } from './picture-input-client';
import { useTextField } from './text-field';
import type { StepProps } from './types';

/** Step with the product's pictures. */
export function StepVisuals({ draft, change }: StepProps) {
  const t = useTranslations('publish.fields');
  const wrong = useFieldError();
  const textField = useTextField({ draft, change });
  return (
    <div className="space-y-6">
      {(['cover', 'banner'] as const).map((kind) => (
        <PictureInput
          key={kind}
          kind={kind}
          label={t(kind)}
          hint={t(`${kind}Hint`)}
          {...wrong(kind)}
          value={draft[kind]}
          onChange={(picture) => change({ [kind]: picture })}
        />
      ))}
      <GalleryInput value={draft.images} onChange={(images) => change({ images })} />
      <Field {...textField('trailer')} inputMode="url" placeholder="https://www.youtube.com/watch?v=" />
    </div>
  );
}
