type Kind = 'success' | 'error' | 'warning' | 'info';

/** Told when the first toast is wanted, so that the place where toasts appear is loaded then and not before. */
export const firstToast = { wanted: false, onWanted: () => {} };

/** Shows a passing message: 4 s, 2 s for a success (SPEC §9). The library is loaded with the first one. */
export async function toast(kind: Kind, message: string): Promise<void> {
  firstToast.wanted = true;
  firstToast.onWanted();
  const { toast: show } = await import('sonner');
  show[kind](message, { duration: kind === 'success' ? 2_000 : 4_000 });
}
