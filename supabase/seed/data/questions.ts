type SeedQuestion = {
  person: string;
  product: string;
  text: string;
  answer: string;
  daysAgo: number;
  /** Who thanks for the answer. */
  thanks?: string[];
};

/** What people ask about products, in their own language, and what the creators of the products answer the day after. */
export const questions: SeedQuestion[] = [
  {
    person: 'nico',
    product: 'fragua-arcana',
    text: '¿Funciona en un servidor con Paper 1.21.4 y sin plugin de economía?',
    answer:
      'Sí. Desde la 1.0.1 la economía es opcional: sin ella, los encargos se pagan con lingotes en lugar de monedas.',
    daysAgo: 9,
    thanks: ['lucia', 'marea', 'sara'],
  },
  {
    person: 'sara',
    product: 'fragua-arcana',
    text: 'Si compro la edición Base, ¿puedo pasar más tarde a la Maestra?',
    answer: 'Claro: pagas solo la diferencia y conservas las armas y las recetas que ya tengas.',
    daysAgo: 6,
    thanks: ['nico'],
  },
  {
    person: 'martin',
    product: 'fragua-arcana',
    text: 'Can players keep their rune weapons if I remove the plugin later?',
    answer:
      'Yes, they stay as enchanted vanilla items. Their own history is lost, so export it first with /fragua export.',
    daysAgo: 4,
  },
  {
    person: 'lucia',
    product: 'la-marca-del-cuervo',
    text: '¿Se puede jugar en solitario o hace falta un grupo?',
    answer: 'Las dos cosas. En solitario te acompaña un personaje, y las pistas cambian según cuántos seáis.',
    daysAgo: 5,
    thanks: ['nico', 'martin'],
  },
  {
    person: 'orbita9',
    product: 'la-marca-del-cuervo',
    text: '¿Cuánto dura cada capítulo, más o menos?',
    answer: 'Entre cuarenta y cinco minutos y una hora; el sexto es algo más largo. La partida se guarda al salir.',
    daysAgo: 4,
  },
  {
    person: 'martin',
    product: 'mercado-vivo',
    text: '¿Convive con otro plugin de tiendas o lo sustituye?',
    answer: 'Convive: lee sus precios con Vault y solo regula las regiones que tú le indiques.',
    daysAgo: 16,
    thanks: ['lucia'],
  },
  {
    person: 'nico',
    product: 'cielos-rotos',
    text: 'Does it need a new world, or can I add it to an existing one?',
    answer: 'Both work. In an existing world it creates the islands above height 220 and leaves your builds alone.',
    daysAgo: 4,
    thanks: ['martin'],
  },
  {
    person: 'lucia',
    product: 'domador',
    text: '¿Las mascotas se mueren de verdad o se quedan heridas?',
    answer: 'Tú eliges en la configuración. De serie se quedan heridas y vuelven al establo durante diez minutos.',
    daysAgo: 13,
  },
];
