export type SeedReview = {
  person: string;
  product: string;
  stars: number;
  text: string;
  daysAgo: number;
  answer?: string;
};

/** What owners say. Each of them has bought the product (`purchases`). */
export const reviews: SeedReview[] = [
  {
    person: 'lucia',
    product: 'fragua-arcana',
    stars: 5,
    text: 'Lo puse un viernes y el sábado mis jugadores ya habían forjado media armería. Cero tirones con cuarenta personas dentro.',
    daysAgo: 3,
    answer: '¡Gracias, Lucía! En la próxima versión llegan los martillos de piedra lunar.',
  },
  {
    person: 'lumbre',
    product: 'fragua-arcana',
    stars: 5,
    text: 'La documentación es de las que se leen enteras. Lo usamos en nuestra serie sin tocar una línea.',
    daysAgo: 9,
  },
  {
    person: 'marea',
    product: 'fragua-arcana',
    stars: 4,
    text: 'Muy completo. Echo en falta poder exportar las recetas a una hoja de cálculo.',
    daysAgo: 7,
    answer: 'Buena idea: apuntada para la versión de invierno.',
  },
  { person: 'pixelar', product: 'fragua-arcana', stars: 5, text: '', daysAgo: 6 },
  {
    person: 'nico',
    product: 'la-marca-del-cuervo',
    stars: 5,
    text: 'El tercer capítulo nos tuvo despiertos hasta las tantas. El final no se ve venir.',
    daysAgo: 3,
  },
  {
    person: 'orbita9',
    product: 'la-marca-del-cuervo',
    stars: 4,
    text: 'Guion redondo y misiones que no se repiten. El mapa del puerto pide un poco más de luz.',
    daysAgo: 2,
    answer: 'Tomo nota de las farolas. ¡Gracias por jugarla!',
  },
  {
    person: 'martin',
    product: 'ultima-frontera',
    stars: 5,
    text: 'Lo mejor para jugar en grupo este año.',
    daysAgo: 8,
  },
  {
    person: 'martin',
    product: 'mascotas-de-bolsillo',
    stars: 4,
    text: 'Mi hija no deja de pedirme que entre a ver su axolote. Poco que añadir.',
    daysAgo: 11,
  },
  {
    person: 'lucia',
    product: 'noche-de-faroles',
    stars: 5,
    text: 'Ya tengo mi plaza y mi farol: apuntarse con todo el clan fue cosa de un minuto.',
    daysAgo: 1,
  },
  {
    person: 'sara',
    product: 'domador',
    stars: 3,
    text: 'Divertido, aunque los lobos se pierden en las cuevas.',
    daysAgo: 18,
  },
];
