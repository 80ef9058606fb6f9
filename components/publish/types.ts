import type { OwnChoice, OwnChoices, OwnUse, ProductDraft } from '@/lib/publish/types';

/** Props of a form step, which shows and changes the draft. */
export type StepProps = { draft: ProductDraft; change: (part: Partial<ProductDraft>) => void };

/** Products of the creator: the initial ones, and those found by searches. */
export type OwnProducts = {
  first: Record<OwnUse, OwnChoices>;
  known: OwnChoice[];
  learn: (choices: OwnChoice[]) => void;
  /** Id of the edited product. */
  without: string | null;
};
