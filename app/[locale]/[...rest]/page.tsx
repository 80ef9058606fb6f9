import { notFound } from 'next/navigation';

export const ensureStatic = 'navigation';

export const generateStaticParams = () => [{ rest: ['404'] }];

/** Whatever no route answers. */
export default function UnknownPage() {
  notFound();
}
