import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';

/**
 * Selection of rows for a bulk action, and the outcome of each.
 *
 * @param name name of the boxes in the rows (`ChooseBox`), whose items have this type
 */
export function useManyAtOnce<Item extends { id: string }>(name: string) {
  const router = useRouter();
  const query = useSearchParams();
  const [chosen, setChosen] = useState<Item[]>([]);
  const [results, setResults] = useState<Array<Item & { outcome: string }> | null>(null);
  const boxes = useCallback(() => [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)], [name]);
  const look = useCallback(() => {
    const checked = boxes().filter((box) => box.checked && !box.disabled);
    setChosen(checked.map((box) => JSON.parse(box.dataset.item ?? '') as Item));
  }, [boxes]);

  useEffect(() => {
    const onChange = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === name) look();
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, [name, look]);

  // The boxes of another page or order of the list are new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again for each address
  useEffect(look, [look, query]);

  function chooseAll(isOn: boolean) {
    for (const box of boxes()) box.checked = isOn && !box.disabled && !box.dataset.single;
    look();
  }

  return {
    chosen,
    /** Selects every row that is not single, or none if some are selected. */
    toggle: () => chooseAll(chosen.length === 0),
    results,
    /** Sets the outcome of each row, by id. */
    showResults: (outcomes: Record<string, string>, items: Item[]) =>
      setResults(items.map((item) => ({ ...item, outcome: outcomes[item.id] ?? 'failed' }))),
    /** Clears the results and reloads the list. */
    end: () => {
      setResults(null);
      chooseAll(false);
      router.refresh();
    },
  };
}
