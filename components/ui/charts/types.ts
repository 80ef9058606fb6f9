/** A daily series of a chart. Values are counts, or cents if `isMoney`. */
export type DaySeries = {
  label: string;
  tone: 'link' | 'good' | 'club' | 'bad';
  isMoney?: boolean;
  days: Array<{ day: string; value: number }>;
};
