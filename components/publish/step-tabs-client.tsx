'use client';

import { useTranslations } from 'next-intl';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useEarlyTab } from '@/components/ui/use-early-tab';
import { StepEnd } from './step-end-client';
import type { StepName } from './use-step';

const tab =
  'min-h-11 shrink-0 border-b-2 border-transparent px-4 font-semibold text-muted -outline-offset-2 data-[state=active]:border-buy data-[state=active]:text-ink hover:text-ink';

type Step = {
  name: StepName;
  content: ReactNode;
  /** True if a field of it was refused and has not changed since. */
  isWrong: boolean;
  /** The fields that it lacks before the form can be sent. */
  lacking: string[];
};

function Mark({ className, sign, label }: { className: string; sign: string; label: string }) {
  return (
    <span className={className}>
      <span aria-hidden> {sign}</span>
      <span className="sr-only"> ({label})</span>
    </span>
  );
}

/** A ref of the list of tabs, which scrolls to the open one: on a phone they do not fit beside each other. */
function useOpenTabInView(open: StepName) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>(`[data-tab=${open}]`);
    if (shown) list.current?.scrollTo({ left: shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2 });
  }, [open]);
  return list;
}

type Props = { steps: Step[]; open: StepName; left: ReadonlySet<StepName>; show: (step: StepName) => void };

/** The steps of the product form as tabs that mark errors and missing fields, each with links to its neighbours. */
export function StepTabs({ steps, open, left, show }: Props) {
  const t = useTranslations('publish');
  const list = useOpenTabInView(open);
  const headings = useRef<Partial<Record<StepName, HTMLHeadingElement | null>>>({});
  // The button at the end of a step is hidden with the step, so the focus moves to the heading of the opened step.
  const wanted = useRef<StepName>(null);
  useEffect(() => {
    if (wanted.current !== open) return;
    wanted.current = null;
    headings.current[open]?.focus();
  }, [open]);

  function moveTo(name: StepName) {
    wanted.current = name;
    show(name);
  }
  const root = useEarlyTab<StepName>((name, pressed) => (pressed.matches('[role=tab]') ? show : moveTo)(name));

  return (
    <Tabs.Root ref={root} value={open} onValueChange={(name) => show(name as StepName)} activationMode="manual">
      <Tabs.List ref={list} aria-label={t('steps')} className="relative mb-6 flex overflow-x-auto border-b border-line">
        {steps.map(({ name, isWrong, lacking }, index) => (
          <Tabs.Trigger key={name} value={name} data-tab={name} className={tab}>
            <span>
              {index + 1}. {t(`step.${name}`)}
            </span>
            {isWrong && <Mark className="text-bad" sign="●" label={t('stepWrong')} />}
            {!isWrong && left.has(name) && name !== open && lacking.length > 0 && (
              <Mark className="text-warn" sign="○" label={t('stepLacks')} />
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {steps.map(({ name, content, lacking }, index) => (
        <Tabs.Content key={name} value={name} forceMount className="data-[state=inactive]:hidden">
          <h2
            ref={(element) => {
              headings.current[name] = element;
            }}
            tabIndex={-1}
            className="mb-4 scroll-mt-24 text-xl font-bold outline-none"
          >
            {t('stepTitle', { place: index + 1, count: steps.length, name: t(`step.${name}`) })}
          </h2>
          {content}
          <StepEnd lacking={lacking} previous={steps[index - 1]?.name} next={steps[index + 1]?.name} onMove={moveTo} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
