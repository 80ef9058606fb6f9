import type { Locale } from '@/lib/core/i18n/locales';

/** English names of genres. A genre is free text; one that is not listed is shown as its creator wrote it. */
const english: Record<string, string> = {
  Administración: 'Administration',
  Ambiente: 'Atmosphere',
  Aventura: 'Adventure',
  Carreras: 'Racing',
  Ciberpunk: 'Cyberpunk',
  'Ciencia ficción': 'Science fiction',
  Colección: 'Collecting',
  Construcción: 'Building',
  Cooperativo: 'Co-op',
  Cosmético: 'Cosmetic',
  Criaturas: 'Creatures',
  Economía: 'Economy',
  Estrategia: 'Strategy',
  Evento: 'Event',
  Exploración: 'Exploration',
  Familiar: 'Family',
  Fantasía: 'Fantasy',
  Gratis: 'Free',
  Magia: 'Magic',
  Mazmorras: 'Dungeons',
  Minijuegos: 'Minigames',
  Misterio: 'Mystery',
  Puzles: 'Puzzles',
  Rendimiento: 'Performance',
  Seguridad: 'Security',
  Sigilo: 'Stealth',
  Submarino: 'Underwater',
  Supervivencia: 'Survival',
  Terror: 'Horror',
  Utilidad: 'Utility',
};

/** The name of a genre in a language. Filters and addresses keep the genre as its creator wrote it. */
export const genreName = (locale: Locale, genre: string): string =>
  (locale === 'en' && Object.hasOwn(english, genre) && english[genre]) || genre;
