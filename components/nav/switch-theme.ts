import { store } from '@/components/ui/browser-storage';

/** Changes between the dark and the light theme, and remembers it in this browser. */
export function switchTheme() {
  const theme = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  store('theme', theme);
}
