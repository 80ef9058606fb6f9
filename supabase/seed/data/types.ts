export type Text = { es: string; en: string };

export type Edition = {
  name: string;
  nameEn: string;
  price: number;
  offer?: number;
  /** What it adds to the product. */
  includes: Text[];
  /** A reservation that comes out in so many days. */
  releaseInDays?: number;
};

export type Version = { version: string; ageDays: number; changes: Text };

export type Product = {
  slug: string;
  category: 'plugin' | 'serie' | 'dlc' | 'evento' | 'uncoins';
  name: string;
  nameEn?: string;
  creator: string;
  price: number;
  offer?: number;
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
  /** An event that is sold at once and takes place in so many days. */
  startsInDays?: number;
  unavailable?: boolean;
  soldOut?: boolean;
  units?: number;
  whitelist?: boolean;
  trailer?: string;
  base?: string;
  editions?: Edition[];
  /** The newest first. */
  versions?: Version[];
  coins?: number;
};

export type Creator = { username: string; displayName: string; email: string; bio: string };
