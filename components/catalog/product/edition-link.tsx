import type { ReactNode } from 'react';
import { type Offer, offerPath } from '@/lib/catalog/offers';

type Props = { slug: string; offer: Pick<Offer, 'key'>; className?: string; children: ReactNode };

/** Chooses an edition by the address of the page; the script of the layout does so without loading it again. */
export function EditionLink({ slug, offer, className, children }: Props) {
  return (
    <a href={offerPath(slug, offer)} data-chooses={offer.key ?? ''} className={className}>
      {children}
    </a>
  );
}
