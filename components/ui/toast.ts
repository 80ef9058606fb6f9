type Kind = 'success' | 'error' | 'warning' | 'info';

/** The events between the list of toasts and the code that shows them. The list is loaded by the first toast. */
export const toastPlace = { wanted: false, onWanted: () => {}, onMounted: () => {} };

const mounted = new Promise<void>((resolve) => {
  toastPlace.onMounted = resolve;
});

/**
 * Shows a passing message: 4 s, 2 s for a success (docs/behaviour/navigation.md, "Toasts"). A toast sent before the
 * list is ready waits for it.
 */
export async function toast(kind: Kind, message: string): Promise<void> {
  toastPlace.wanted = true;
  toastPlace.onWanted();
  const [{ toast: show }] = await Promise.all([import('sonner'), mounted]);
  show[kind](message, { duration: kind === 'success' ? 2_000 : 4_000 });
}
