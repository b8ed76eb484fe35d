/*
 * Light, dark, or as the system has it. Plain script, loaded before the first paint (index.html).
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
