import type { Chance } from './chance.ts';

type Kind = 'plugin' | 'serie' | 'dlc';
type Words = { first: string[]; more: string[]; english: string[] };

/** Reviews of satisfied buyers, by kind of product: beginnings, and endings. */
const praise: Record<Kind, Words> = {
  plugin: {
    first: [
      'Instalado en cinco minutos y sin un solo error en la consola.',
      'Lo probé una tarde y ya no concibo el servidor sin él.',
      'Treinta personas conectadas y los tics ni se inmutan.',
      'Sustituye a tres plugins que tenía. Y encima va más fino.',
      'Bien pensado: lo que no uso no molesta.',
      'Llevo un mes con él y no he tenido que tocar nada.',
      'Lo conocí por un vídeo y ha superado lo que enseñaba.',
      'Venía de otro parecido y la diferencia es enorme.',
      'Para un servidor pequeño como el mío es perfecto.',
      'Lo tenemos en tres mundos a la vez sin problemas.',
      'Al principio tenía dudas; hoy no lo cambiaría por otro.',
      'Se nota que quien lo hace también tiene un servidor.',
    ],
    more: [
      'La configuración está tan bien comentada que casi no hace falta el manual.',
      'Pedí una cosa por el soporte y estaba en la versión siguiente.',
      'Mis moderadores lo agradecen cada noche.',
      'Los mensajes se pueden traducir enteros. Detalle que se agradece.',
      'Los permisos se llaman como uno espera.',
      'Se lleva bien con los otros veinte que tengo puestos.',
      'Actualizar fue cambiar un archivo y reiniciar.',
      'La guía de inicio se lee en diez minutos.',
    ],
    english: [
      'Works out of the box, and the permissions are named the way you would guess them.',
      'Ran it on a busy weekend and the server did not even notice.',
      'Clear config, quick answers from the author. Happy with it.',
    ],
  },
  serie: {
    first: [
      'Nos tuvo pegados a la pantalla hasta el último capítulo.',
      'Jugada en pareja en tres noches. Ojalá hubiera más.',
      'Engancha desde el minuto uno y no da respiro.',
      'La empecé un domingo y ese día no cené.',
      'Hacía tiempo que una historia no me sorprendía así.',
      'La recomiendo a cualquiera que crea que ya lo ha visto todo.',
      'Empieza tranquila y acaba por todo lo alto.',
      'Mis hijos y yo esperábamos cada noche el capítulo siguiente.',
      'La empecé sin saber nada y ya voy por la segunda vuelta.',
    ],
    more: [
      'El doblaje es una maravilla y las voces encajan con cada personaje.',
      'La banda sonora ya merece la pena ella sola.',
      'Decisiones que pesan de verdad.',
      'Mucho cuidado en cada escenario. Se nota el cariño.',
      'El final me dejó mirando los créditos sin moverme.',
      'Los acertijos son difíciles sin hacer trampas.',
      'Los personajes secundarios tienen más vida que muchos protagonistas.',
    ],
    english: [
      'The third chapter changed how I look at the first two. Clever writing.',
      'Played it twice for the other ending. Worth it.',
    ],
  },
  dlc: {
    first: [
      'Justo lo que le faltaba al juego base.',
      'Más largo de lo que esperaba.',
      'Retoma la historia sin forzarla. Muy recomendable.',
      'Volví a un mundo que tenía abandonado y me he quedado.',
      'Pensaba que serían cuatro restos y es casi otro juego.',
      'Lo jugamos entre cuatro y aún nos queda la mitad.',
    ],
    more: [
      'La zona nueva es preciosa, sobre todo de noche.',
      'Los jefes nuevos son difíciles y justos.',
      'Se integra sin tocar nada de la partida.',
      'Los objetos nuevos no rompen el equilibrio.',
      'La música nueva ya la tarareo.',
    ],
    english: ['A proper expansion, not a handful of leftovers.'],
  },
};

/** Reviews of buyers who miss something, and of disappointed ones. */
const doubts: Words = {
  first: [
    'Está bien, pero la guía de instalación se queda corta.',
    'Cumple, aunque esperaba más opciones.',
    'Buena idea. Le faltan un par de versiones para estar redondo.',
    'Correcto. Me habría gustado poder probarlo antes.',
    'Me dio un par de tirones el primer día; con la actualización mejoró.',
    'Tiene momentos muy buenos y otros que se hacen largos.',
  ],
  more: ['Aun así lo mantengo.', 'Volveré a mirarlo cuando se actualice.', 'El soporte, eso sí, contesta rápido.'],
  english: ['Nice, but it took me an evening to get the colours right.'],
};
const complaints: Words = {
  first: [
    'No es lo que esperaba por la descripción.',
    'Con mi versión daba errores y tuve que quitarlo.',
    'Demasiado corto para lo que cuesta.',
    'Prometía más de lo que trae.',
  ],
  more: ['Una pena, porque la idea es buena.', 'Espero que lo arreglen.'],
  english: [],
};

/** How creators answer, after the name of who wrote. */
const thanks = [
  'Nos anima a seguir.',
  'Qué alegría leer esto. Nos vemos en la próxima versión.',
  'Si se te ocurre algo que mejorar, aquí estamos.',
  'Se lo enseñamos a todo el equipo.',
  'Eso era justo lo que queríamos conseguir.',
  'Que lo disfrutes mucho tiempo.',
  'Pronto hay novedades; te van a gustar.',
  'Mensajes así nos alegran la semana.',
];
const promises = [
  'Lo hemos apuntado para la próxima versión.',
  'Escríbenos a soporte con tu versión y lo miramos contigo.',
  'Tienes razón en lo de la guía. Esta semana la ampliamos.',
  'Ya estamos trabajando en ello.',
  'Sentimos que no te haya convencido. Leemos todo lo que nos contáis.',
];

/** Reviews, none of which is used twice. */
export function createWriter(chance: Chance) {
  const said = new Set<string>();
  /** Something new, or nothing when everything has been said. */
  function anew(compose: () => string): string {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const text = compose();
      if (said.has(text)) continue;
      said.add(text);
      return text;
    }
    return '';
  }
  function compose({ first, more, english }: Words): string {
    if (english.length > 0 && chance.isLucky(0.1)) return chance.pick(english);
    const [begin, goOn] = [chance.pick(first), chance.pick(more)];
    return chance.isLucky(0.25) ? begin : chance.isLucky(0.2) ? goOn : `${begin} ${goOn}`;
  }
  return {
    /** What a buyer says who gives so many stars. */
    review: (stars: number, kind: Kind): string =>
      anew(() => compose(stars >= 4 ? praise[kind] : stars === 3 ? doubts : complaints)),
    /** What a creator answers to somebody. */
    answer: (stars: number, name: string): string =>
      anew(() =>
        stars >= 4
          ? `¡Gracias, ${name}! ${chance.pick(thanks)}`
          : `Gracias por decirlo, ${name}. ${chance.pick(promises)}`,
      ),
  };
}
