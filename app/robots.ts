import type { MetadataRoute } from 'next';
import { filterNames } from '@/lib/catalog/filters';
import { env } from '@/lib/core/env';

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: [
        '/api/',
        '/profile',
        '/cart',
        '/checkout',
        '/preview/',
        '/success',
        '/login',
        // Searches are indexed; their endless filter combinations are not.
        ...[...filterNames, 'orden', 'cursor'].map((name) => `/search/*${name}=`),
        '/baja',
        '/gift',
        '/*/filtros',
      ],
    },
    sitemap: `${env().SITE_URL}/sitemap.xml`,
  };
}
