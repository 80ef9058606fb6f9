import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first shown; it is never part of the first HTML. What can be closed is
 * closed again when loading fails, so that the next press tries again, and the rest waits for the connection.
 *
 * @param placeholder shown while its code is missing
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, never while rendering
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => known);
    const { onClose } = props as { onClose?: () => void };
    useEffect(() => {
      if (Loaded) return;
      const ask = () =>
        load().then(
          (found) => {
            known = found;
            setLoaded(() => found);
          },
          () => onClose?.(),
        );
      void ask();
      addEventListener('online', ask);
      return () => removeEventListener('online', ask);
    });
    return Loaded ? <Loaded {...props} /> : placeholder;
  };
}
