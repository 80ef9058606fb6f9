type SeedPost = { author: string; title: string; html: string; product?: string; daysAgo: number };

/** What creators tell everybody. */
export const posts: SeedPost[] = [
  {
    author: 'forjabit',
    title: 'La forja se calienta: qué trae la 1.2',
    html: '<p>Ya podéis templar <strong>runas de dos manos</strong>, y el editor de recetas guarda lo que dejáis a medias.</p><ul><li>Los servidores sin economía arrancan sin avisos.</li><li>Las armas encantadas conservan su temple.</li></ul><p>Gracias a quienes nos mandasteis registros: así da gusto.</p>',
    product: 'fragua-arcana',
    daysAgo: 2,
  },
  {
    author: 'aurelia',
    title: 'Cómo se escribe un asesino que siempre llega antes',
    html: '<p>Empecé por el último capítulo y fui borrando pistas hacia atrás. Si alguna os pareció evidente, es que quedó una de más.</p><p>La segunda temporada ya tiene seis capítulos en la mesa.</p>',
    product: 'la-marca-del-cuervo',
    daysAgo: 4,
  },
  {
    author: 'lumbre',
    title: 'A word to our English-speaking captains',
    html: '<p>Broken Skies is now fully translated, menus and signs included. Tell us about any line that still sounds like tea steam.</p>',
    product: 'cielos-rotos',
    daysAgo: 3,
  },
];
