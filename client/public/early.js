/*
 * Light, dark, or as the system has it. A plain script, run before the first paint (index.html); the build appends what
 * asks early for the route's own chunks (vite.config.ts).
 * components/themeChoice.ts writes the choice and dispatches `themechoice`; other tabs follow by the storage event.
 */
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage may be forbidden; then the system decides.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.classList.toggle('light', !dark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechoice', apply);
})();
