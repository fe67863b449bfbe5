import { button } from './dom.js';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'ediloom-inspector-theme';
const LABELS: Readonly<Record<Theme, string>> = { auto: '◐ Auto', light: '○ Light', dark: '● Dark' };

/** Switches between the colours of the machine, light ones and dark ones; the choice is kept in this browser. */
export function themeButton(): HTMLButtonElement {
  let theme = kept();
  const press = button('', {
    class: 'plain theme',
    title: 'Colours: as the machine has them, light, dark',
    press: () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
      keep(theme);
      apply();
    },
  });
  const apply = (): void => {
    document.documentElement.dataset.theme = theme;
    press.textContent = LABELS[theme];
  };
  apply();
  return press;
}

// A browser may forbid pages to keep anything; then the switch holds until the page is left.
function kept(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.find((one) => one === theme) ?? 'auto';
  } catch {
    return 'auto';
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {}
}
