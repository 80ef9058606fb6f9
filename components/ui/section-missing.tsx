import { Notice } from '@/components/ui/notice';
import { partialMark } from '@/lib/core/cache/partial-pages.mjs';

/** Says that a section could not be loaded. A page that holds this is kept by no cache. */
export function SectionMissing({ title, text }: { title?: string; text: string }) {
  return (
    <section {...{ [partialMark]: 'true' }}>
      {title && <h2 className="mb-5 text-2xl font-bold">{title}</h2>}
      <Notice tone="bad">{text}</Notice>
    </section>
  );
}

/** The same without words, where a page does without what is missing. */
export const Unfinished = () => <span hidden {...{ [partialMark]: 'true' }} />;
