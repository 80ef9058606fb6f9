/** The item of a list that a number of any size means. */
export function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
