import type { MetadataRoute } from 'next';
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
        '/search/',
        '/baja',
        '/*/filtros',
      ],
    },
    sitemap: `${env().SITE_URL}/sitemap.xml`,
  };
}
