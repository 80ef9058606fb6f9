/** The list item at an index modulo the length. */
export function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
