type Words = Record<'plugin' | 'serie' | 'dlc' | 'evento', string[]>;

/** What people write who are content, by the kind of what they bought. */
export const praise: Words = {
  plugin: [
    'Instalado en cinco minutos y sin un solo error en la consola.',
    'Lo probé una tarde y ya no concibo el servidor sin él.',
    'La configuración está tan bien comentada que casi no hace falta el manual.',
    'Treinta personas conectadas y los tics ni se inmutan. Muy bien hecho.',
    'Pedí una cosa por el soporte y estaba en la versión siguiente.',
    'Sustituye a tres plugins que tenía. Y encima va más fino.',
    'Works out of the box, and the permissions are named the way you would guess them.',
    'Mis moderadores lo agradecen cada noche.',
    'Los mensajes se pueden traducir enteros. Detalle que se agradece.',
    'Bien pensado: lo que no uso no molesta.',
  ],
  serie: [
    'Nos tuvo pegados a la pantalla hasta el último capítulo.',
    'El doblaje es una maravilla y las voces encajan con cada personaje.',
    'Jugada en pareja en tres noches. Ojalá hubiera más.',
    'La banda sonora merece la compra ella sola.',
    'The third chapter changed how I look at the first two. Clever writing.',
    'Decisiones que pesan de verdad. La he repetido dos veces.',
    'Mucho cuidado en cada escenario. Se nota el cariño.',
    'El final me dejó mirando los créditos sin moverme.',
    'Engancha desde el minuto uno y no da respiro.',
  ],
  dlc: [
    'Justo lo que le faltaba al juego base.',
    'Más largo de lo que esperaba por este precio.',
    'La zona nueva es preciosa, sobre todo de noche.',
    'Retoma la historia sin forzarla. Muy recomendable.',
    'A proper expansion, not a handful of leftovers.',
    'Los jefes nuevos son difíciles y justos.',
    'Se integra sin tocar nada de la partida.',
  ],
  evento: [
    'El mejor fin de semana que ha tenido nuestro servidor.',
    'Gente que llevaba meses sin entrar ha vuelto para esto.',
    'Fácil de lanzar y con premios que motivan.',
    'Everybody asked when the next one is.',
    'Los decorados se montan y se desmontan solos. Comodísimo.',
    'La final fue una locura, en el buen sentido.',
  ],
};

/** What people write who miss something. */
export const doubts = [
  'Está bien, pero la guía de instalación se queda corta.',
  'Cumple, aunque esperaba más opciones de configuración.',
  'Buena idea. Le faltan un par de versiones para estar redondo.',
  'Correcto. Me habría gustado poder probarlo antes.',
  'Nice, but it took me an evening to get the colours right.',
  'Me dio un par de tirones el primer día; con la actualización mejoró.',
];

/** What people write who are disappointed. */
export const complaints = [
  'No es lo que esperaba por la descripción.',
  'Con mi versión daba errores y tuve que quitarlo.',
  'Demasiado corto para lo que cuesta.',
];

/** How creators answer, to the content and to the others. */
export const thanks = [
  '¡Gracias por contarlo! Nos anima a seguir.',
  'Qué alegría leer esto. Nos vemos en la próxima versión.',
  'Gracias. Si se te ocurre algo que mejorar, aquí estamos.',
  'Thank you! That is exactly what we hoped for.',
];
export const promises = [
  'Gracias por decirlo: lo hemos apuntado para la próxima versión.',
  'Lo sentimos. Escríbenos a soporte con tu versión y lo miramos contigo.',
  'Tienes razón en lo de la guía. Esta semana la ampliamos.',
];
