import type { OwnChoice, OwnChoices, OwnUse, ProductDraft } from '@/lib/publish/types';

/** The props of a step of the form, which shows and changes the draft. */
export type StepProps = { draft: ProductDraft; change: (part: Partial<ProductDraft>) => void };

/** The creator's own products: what the page came with, and all that have been found since. */
export type OwnProducts = {
  first: Record<OwnUse, OwnChoices>;
  known: OwnChoice[];
  learn: (choices: OwnChoice[]) => void;
  /** The product that is being edited. */
  without: string | null;
};
