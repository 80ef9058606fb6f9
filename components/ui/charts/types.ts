/** The series of a chart, day by day. Values are counts, or cents where `isMoney`. */
export type DaySeries = {
  label: string;
  tone: 'link' | 'good' | 'club' | 'bad';
  isMoney?: boolean;
  days: Array<{ day: string; value: number }>;
};
