import type { Creator } from './types.ts';

/** Creators of the demo catalogue. The first is the shop itself, and its admin. */
export const creators: Creator[] = [
  {
    username: 'unstore',
    displayName: 'UnStore',
    email: 'admin.unstore@gmail.com',
    hue: 265,
    scene: 'space',
    bio: 'La tienda oficial. Lo que ves aquí lo probamos antes que nadie.',
  },
  {
    username: 'forjabit',
    displayName: 'Forjabit',
    email: 'forjabit@gmail.com',
    hue: 15,
    scene: 'volcano',
    bio: 'Herreros de plugins desde 2016. Si pesa, lo optimizamos.',
  },
  {
    username: 'lumbre',
    displayName: 'Estudio Lumbre',
    email: 'estudio.lumbre@outlook.com',
    hue: 120,
    scene: 'forest',
    bio: 'Tres hermanas, mundos vivos y mucho té.',
  },
  {
    username: 'nodonorte',
    displayName: 'Nodo Norte',
    email: 'nodonorte@hotmail.com',
    hue: 215,
    scene: 'blueprint',
    bio: 'Herramientas serias para servidores con vida.',
  },
  {
    username: 'aurelia',
    displayName: 'Aurelia Vox',
    email: 'aurelia.vox@gmail.com',
    hue: 290,
    scene: 'castle',
    bio: 'Escribo historias en las que se puede perder.',
  },
  {
    username: 'marea',
    displayName: 'Marea Baja',
    email: 'mareabaja@yahoo.com',
    hue: 195,
    scene: 'ocean',
    bio: 'Juegos salados hechos en Cádiz.',
  },
  {
    username: 'orbita9',
    displayName: 'Órbita 9',
    email: 'orbita9@gmail.com',
    hue: 310,
    scene: 'city',
    bio: 'Ciencia ficción con los pies en órbita.',
  },
  {
    username: 'pixelar',
    displayName: '50% Café/Ñandú',
    email: 'pixelar@icloud.com',
    hue: 175,
    scene: 'islands',
    bio: 'Construcción, mapas y manías con la simetría.',
  },
];

export type Buyer = {
  username: string;
  displayName: string;
  email: string;
  label: string;
  club?: boolean;
  uncoins?: number;
  reputation?: 'neutra' | 'mala' | 'deshabilitado';
  banned?: boolean;
};

export const buyers: Buyer[] = [
  { username: 'lucia', displayName: 'Lucía', email: 'lucia.demo@gmail.com', label: 'Shopper', uncoins: 120 },
  {
    username: 'martin',
    displayName: 'Martín',
    email: 'martin.demo@gmail.com',
    label: 'Club member',
    club: true,
    uncoins: 740,
  },
  {
    username: 'nico',
    displayName: 'Nico',
    email: 'nico.demo@hotmail.com',
    label: 'Reputation neutra',
    reputation: 'neutra',
  },
  {
    username: 'sara',
    displayName: 'Sara',
    email: 'sara.demo@outlook.com',
    label: 'Reputation mala',
    reputation: 'mala',
  },
  {
    username: 'hugo',
    displayName: 'Hugo',
    email: 'hugo.demo@yahoo.com',
    label: 'Reputation deshabilitado',
    reputation: 'deshabilitado',
  },
  { username: 'vetado', displayName: 'Vetado', email: 'vetado.demo@gmail.com', label: 'Banned', banned: true },
];
