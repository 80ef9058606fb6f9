/** Kinds of messages: to the person concerned, to staff, and to the reporter. */
export const moderationNews = [
  'medida',
  'repuesta',
  'pregunta',
  'concedida',
  'denegada',
  'respuesta',
  'asignada',
  'atendida',
  'descartada',
] as const;

/** True for messages to staff. */
export const isForStaff = (news: (typeof moderationNews)[number]): boolean =>
  news === 'respuesta' || news === 'asignada';

/** Subjects of moderation messages: reported objects and appeals, and parts of a profile. */
export const moderatedKinds = [
  'producto',
  'resena',
  'publicacion',
  'pregunta',
  'respuesta',
  'usuario',
  'apelacion',
  'retrato',
  'cabecera',
  'texto',
  'enlaces',
] as const;
