import { type ComponentType, useState } from 'react';

/**
 * Loads a component that replaces the button that opens it.
 *
 * @returns the component, undefined until its code is loaded, and the button's press handler. If loading fails, the
 * button stays, and the next press retries.
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
