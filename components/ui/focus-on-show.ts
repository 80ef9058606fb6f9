/**
 * The `ref` of what a step of a page begins with, where it takes the place of what had the focus: keyboards go on from
 * there, and screen readers say it. What is no control also needs `tabIndex={-1}`.
 */
export const focusOnShow = (element: HTMLElement | null) => element?.focus();
