export type Text = { es: string; en: string };

export type Scene =
  | 'peaks'
  | 'castle'
  | 'ocean'
  | 'space'
  | 'city'
  | 'forest'
  | 'dungeon'
  | 'islands'
  | 'desert'
  | 'festival'
  | 'blueprint'
  | 'crystals'
  | 'frost'
  | 'volcano'
  | 'coins';

export type Edition = { name: string; price: number; offer?: number; reservation?: boolean };

export type Product = {
  slug: string;
  category: 'plugin' | 'serie' | 'dlc' | 'evento' | 'uncoins';
  name: string;
  nameEn?: string;
  creator: string;
  price: number;
  offer?: number;
  scene: Scene;
  hue: number;
  pitch: Text;
  features: Text[];
  genres: string[];
  size?: string;
  ageDays: number;
  visits: number;
  status?: 'pending' | 'rejected';
  featured?: boolean;
  clubOnly?: boolean;
  releaseInDays?: number;
  unavailable?: boolean;
  soldOut?: boolean;
  units?: number;
  whitelist?: boolean;
  trailer?: string;
  base?: string;
  editions?: Edition[];
  coins?: number;
};

export type Creator = { username: string; displayName: string; email: string; bio: string; hue: number; scene: Scene };
