import type { ProductDraft } from '@/lib/publish/types';

/** The props of a step of the form, which shows and changes the draft. */
export type StepProps = { draft: ProductDraft; change: (part: Partial<ProductDraft>) => void };
