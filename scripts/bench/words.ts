/** Frequent words of names, most frequent first, as in a catalogue of game content in Spanish and English. */
const common =
  'de pack mundo la the mapa plugin castillo server of dragón el aventura kit magia guerra economía survival ciudad skin reino mega isla torre zombies parkour lobby bosque espada minas evento pro plus batalla héroes templo laberinto volcán nether océano granja tienda misiones mascotas cofres rangos música otoño invierno verano'.split(
    ' ',
  );

const syllables = 'ka lo mi ren tor bal vi sen du gar pe zul no ax ri mon te fa kri os'.split(' ');

/** @returns `count` different words: frequent words, then invented ones, the same in every run */
export function makeWords(count: number): string[] {
  const words = [...common];
  for (let n = 0; words.length < count; n++) {
    let rest = n + syllables.length;
    let word = '';
    while (rest > 0) {
      word += syllables[rest % syllables.length];
      rest = Math.floor(rest / syllables.length);
    }
    words.push(word);
  }
  return words.slice(0, count);
}

export const firstNames =
  'Lucía Martín María Hugo Sofía Mateo Martina Leo Paula Daniel Julia Alejandro Emma Pablo Valeria Manuel Daniela Álvaro Alba Adrián Carla David Olivia Mario Sara Diego Noa Bruno Carmen Enzo Alma Thiago Vega Marcos Lola Izan Elena Alex Zulema Nil'.split(
    ' ',
  );
