import { store } from '@/components/ui/browser-storage';

/** Toggles the theme and stores it in this browser. */
export function switchTheme() {
  const theme = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  store('theme', theme);
}
