import { notFound } from 'next/navigation';

export const ensureStatic = 'navigation';

export const generateStaticParams = () => [{ rest: ['404'] }];

/** Every path without a route. */
export default function UnknownPage() {
  notFound();
}
