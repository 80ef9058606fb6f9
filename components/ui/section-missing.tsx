import { Notice } from '@/components/ui/notice';

/** Message for a section that could not be loaded. `orMissing` keeps such a page out of all caches. */
export function SectionMissing({ title, text }: { title?: string; text: string }) {
  return (
    <section>
      {title && <h2 className="mb-5 text-2xl font-bold">{title}</h2>}
      <Notice tone="bad">{text}</Notice>
    </section>
  );
}
