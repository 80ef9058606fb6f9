import { jsonInHtml } from '@/lib/core/html/escape';

/** Structured data. `<` is escaped, so that no creator's text can close the element. */
export function JsonLd({ data }: { data: object }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInHtml(data) }} />;
}
