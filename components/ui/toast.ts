/** Shows a passing message: 4 s, 2 s for a success (SPEC §9). The library is loaded with the first one. */
export async function toast(kind: 'success' | 'error' | 'warning' | 'info', message: string): Promise<void> {
  const { toast: show } = await import('sonner');
  show[kind](message, { duration: kind === 'success' ? 2_000 : 4_000 });
}
