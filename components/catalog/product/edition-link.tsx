import type { ReactNode } from 'react';
import { type Offer, offerPath } from '@/lib/catalog/offers';

type Props = { slug: string; offer: Pick<Offer, 'key'>; className?: string; children: ReactNode };

/** Selects an edition by the page's address; the layout's script does so without a reload. */
export function EditionLink({ slug, offer, className, children }: Props) {
  return (
    <a href={offerPath(slug, offer)} data-chooses={offer.key ?? ''} className={className}>
      {children}
    </a>
  );
}
