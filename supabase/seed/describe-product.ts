import type { Product } from './data/types.ts';

const kinds = {
  plugin: {
    es: [
      'Instálalo en un minuto',
      'Copia el archivo, reinicia y sigue el asistente del juego. Funciona en servidores de 1.20 en adelante y se configura sin editar archivos.',
    ],
    en: [
      'Installed in a minute',
      'Copy the file, restart and follow the in-game wizard. It runs on servers from 1.20 on and is set up without editing files.',
    ],
  },
  serie: {
    es: [
      'Cómo se juega',
      'Descarga el mundo y el paquete de recursos, ábrelo solo o con amigos y empieza por el primer capítulo. La partida se guarda sola.',
    ],
    en: [
      'How it plays',
      'Download the world and the resource pack, open it alone or with friends and start with chapter one. Progress saves itself.',
    ],
  },
  dlc: {
    es: [
      'Antes de comprar',
      'Es una ampliación: necesitas el producto base para jugarla. Se activa sola al instalarla.',
    ],
    en: [
      'Before you buy',
      'This is an expansion: you need the base product to play it. It activates itself once installed.',
    ],
  },
  evento: {
    es: [
      'Cómo entrar',
      'Al comprar, tu nombre de Minecraft queda apuntado en la lista del evento. No hay nada que descargar: entra a la hora y listo.',
    ],
    en: [
      'How to get in',
      'When you buy, your Minecraft name goes on the event list. There is nothing to download: just join on time.',
    ],
  },
  uncoins: {
    es: ['Saldo', 'Se acredita en tu cuenta al momento.'],
    en: ['Balance', 'Credited to your account at once.'],
  },
} as const;

const labels = { es: 'Qué incluye', en: 'What is inside' };
const closing = {
  es: '<p>Actualizaciones incluidas. Si algo falla, el creador responde en menos de dos días.</p>',
  en: '<p>Updates included. If something breaks, the creator answers within two days.</p>',
};

/** The long description of a product, as the HTML that a creator's editor would have written. */
export function describeProduct(product: Product, language: 'es' | 'en'): string {
  const [heading, text] = kinds[product.category][language];
  const features = product.features.map((feature) => `<li>${feature[language]}</li>`).join('');
  return `<p><strong>${product.pitch[language]}</strong></p><h3>${labels[language]}</h3><ul>${features}</ul><h3>${heading}</h3><p>${text}</p>${closing[language]}`;
}
