import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code loads when it is first shown; never part of the first HTML. If loading fails, closable
 * components close, so that the next press retries; others wait for the connection.
 *
 * @param placeholder shown while its code loads
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
