type Kind = 'success' | 'error' | 'warning' | 'info';
type ToastList = typeof import('./toast-list-client')['ToastList'];

/** What the code that shows toasts and the place where they appear tell each other. */
export const toastPlace = {
  List: undefined as ToastList | undefined,
  onLoaded: () => {},
  onMounted: () => {},
};

const mounted = new Promise<void>((resolve) => {
  toastPlace.onMounted = resolve;
});

/**
 * Shows a passing message: 4 s, 2 s for a success (docs/behaviour/navigation.md, "Toasts"). The first one loads the list
 * of toasts. If that cannot be loaded, the message is not shown, and the next one tries again.
 */
export async function toast(kind: Kind, message: string): Promise<void> {
  const loaded = await import('./toast-list-client').catch(() => null);
  if (!loaded) return;
  toastPlace.List = loaded.ToastList;
  toastPlace.onLoaded();
  await mounted;
  loaded.show[kind](message, { duration: kind === 'success' ? 2_000 : 4_000 });
}
