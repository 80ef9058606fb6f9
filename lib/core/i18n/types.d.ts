import type messages from '@/messages/es.json';
import type { formats } from './formats';
import type { locales } from './locales';

declare module 'next-intl' {
  interface AppConfig {
    Locale: (typeof locales)[number];
    Messages: typeof messages;
    Formats: typeof formats;
  }
}
