'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import type { StepName } from './use-step';

type Props = {
  /** Input that the step lacks before the form can be sent. */
  lacking: string[];
  previous: StepName | undefined;
  next: StepName | undefined;
  onMove: (step: StepName) => void;
};

type ButtonProps = { step: StepName; label: 'previousStep' | 'nextStep'; lacks: string | undefined } & Pick<
  Props,
  'onMove'
>;

function StepButton({ step, label, lacks, onMove }: ButtonProps) {
  const t = useTranslations('publish');
  return (
    <Button data-tab={step} aria-describedby={lacks} onClick={() => onMove(step)}>
      <span>{t(label)}</span>
      <span className="sr-only">{`: ${t(`step.${step}`)}`}</span>
    </Button>
  );
}

/** The end of a step: its missing fields, and links to the neighbouring steps, which are always open. */
export function StepEnd({ lacking, previous, next, onMove }: Props) {
  const t = useTranslations('publish');
  const id = useId();
  const rest = { lacks: lacking.length > 0 ? id : undefined, onMove };
  return (
    <div className="mt-6 space-y-4 border-t border-line pt-4">
      {lacking.length > 0 && (
        <div id={id} className="text-sm">
          <p className="font-semibold text-warn">{t('lacks')}</p>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {lacking.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        {previous ? <StepButton step={previous} label="previousStep" {...rest} /> : <span />}
        {next && <StepButton step={next} label="nextStep" {...rest} />}
      </div>
    </div>
  );
}
