import type { Creator } from './types.ts';

/** Creators of the demo catalogue. The first is the shop itself, and its admin. */
export const creators: Creator[] = [
  {
    username: 'unstore',
    displayName: 'UnStore',
    email: 'admin.unstore@gmail.com',
    bio: 'La tienda oficial. Lo que ves aquí lo probamos antes que nadie.',
  },
  {
    username: 'forjabit',
    displayName: 'Forjabit',
    email: 'forjabit@gmail.com',
    bio: 'Herreros de plugins desde 2016. Si pesa, lo optimizamos.',
  },
  {
    username: 'lumbre',
    displayName: 'Estudio Lumbre',
    email: 'estudio.lumbre@outlook.com',
    bio: 'Tres hermanas, mundos vivos y mucho té.',
  },
  {
    username: 'nodonorte',
    displayName: 'Nodo Norte',
    email: 'nodonorte@hotmail.com',
    bio: 'Herramientas serias para servidores con vida.',
  },
  {
    username: 'aurelia',
    displayName: 'Aurelia Vox',
    email: 'aurelia.vox@gmail.com',
    bio: 'Escribo historias en las que se puede perder.',
  },
  {
    username: 'marea',
    displayName: 'Marea Baja',
    email: 'mareabaja@yahoo.com',
    bio: 'Juegos salados hechos en Cádiz.',
  },
  {
    username: 'orbita9',
    displayName: 'Órbita 9',
    email: 'orbita9@gmail.com',
    bio: 'Ciencia ficción con los pies en órbita.',
  },
  {
    username: 'pixelar',
    displayName: '50% Café/Ñandú',
    email: 'pixelar@icloud.com',
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
