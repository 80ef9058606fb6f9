/** First names of the people who came to the shop in its last ninety days. */
const names =
  'Adrián Aitana Alba Álex Álvaro Amaia Bea Bruno Candela Carla Carmen Clara Dani Diego Elena Enzo Erik Gael Gonzalo Irene Iván Izan Jimena Joel Jorge Julia Laia Leo Lola Lucas Luna Malena Mara Marc Mario Marta Mateo Mía Nadia Nerea Noa Olaya Olivia Pablo Pau Paula Rafa Raúl Rita Rocío Samu Sofía Teo Unai Valeria Vega Vera Xavi Yago Zoe'.split(
    ' ',
  );

/** Player names, which distinguish people with the same first name. */
const endings =
  'Craft Norte Pixel Bloque Lince Faro Nube Roca Cobre Duende Brasa Marea Cuervo Ámbar Trébol Zorro Musgo Ónice Rayo Viento'.split(
    ' ',
  );

const domains = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];

export type Visitor = { username: string; displayName: string; email: string; minecraft: string };

/** Letters that an address or a Minecraft name may hold. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/[^A-Za-z]/g, '');

export const visitors: Visitor[] = names.map((name, at) => {
  const ending = endings[(at * 7) % endings.length] ?? '';
  const username = `${plain(name)}${plain(ending)}`.toLowerCase();
  return {
    username,
    displayName: `${name} ${ending}`,
    email: `${username}.demo@${domains[at % domains.length]}`,
    minecraft: `${plain(name)}_${plain(ending)}`.slice(0, 16),
  };
});
