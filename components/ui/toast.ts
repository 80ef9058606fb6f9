type Kind = 'success' | 'error' | 'warning' | 'info';
type ToastList = typeof import('./toast-list-client')['ToastList'];

/** Connects the code that shows toasts with their container. */
export const toastContainer = {
  List: undefined as ToastList | undefined,
  onLoaded: () => {},
  onLost: (_message: string) => {},
  onMounted: () => {},
};

const mounted = new Promise<void>((resolve) => {
  toastContainer.onMounted = resolve;
});

type WayBack = { label: string; undo: () => void };

/**
 * Shows a toast for 4 s, a success for 2 s, one with an undo link for 8 s (docs/behaviour/navigation.md, "Toasts"). The
 * first one loads the list. If loading fails, its message is shown without the list, and the next one retries.
 */
export async function toast(kind: Kind, message: string, wayBack?: WayBack): Promise<void> {
  const loaded = await import('./toast-list-client').catch(() => null);
  if (!loaded) return toastContainer.onLost(message);
  toastContainer.List = loaded.ToastList;
  toastContainer.onLoaded();
  await mounted;
  loaded.show[kind](message, {
    duration: wayBack ? 8_000 : kind === 'success' ? 2_000 : 4_000,
    ...(wayBack && { action: { label: wayBack.label, onClick: wayBack.undo } }),
  });
}
