import { type ComponentType, useState } from 'react';

/**
 * For what takes the place of the button that opens it.
 *
 * @returns the component, undefined until its code is there; and what a press on the button does. The button stays where
 *   loading fails, and the next press tries again.
 */
export function useOnDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const open = () =>
    void load().then(
      (found) => setLoaded(() => found),
      () => {},
    );
  return [Loaded, open] as const;
}
