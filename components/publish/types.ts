import type { ProductDraft } from '@/lib/publish/types';

/** A part of the form: it shows the draft and changes it. */
export type StepProps = { draft: ProductDraft; change: (part: Partial<ProductDraft>) => void };
