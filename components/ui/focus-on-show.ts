/**
 * `ref` of the first element of a step that replaces the focused one: keyboard focus continues there, and screen
 * readers announce it. Non-interactive elements also need `tabIndex={-1}`.
 */
export const focusOnShow = (element: HTMLElement | null) => element?.focus();
