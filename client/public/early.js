/*
 * Sets light or dark mode, or follows the system. A plain script, run before the first paint (index.html); the build
 * appends code that preloads the route's chunks (vite.config.ts).
 * shell/themeChoice.ts writes the choice and dispatches `themechoice`; other tabs follow by the storage event.
 */
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage may be blocked; then the system setting applies.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.classList.toggle('light', !dark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechoice', apply);

  // A rendered page (prerender.tsx) may be used before its code has loaded: main.tsx then presses these again.
  addEventListener('click', (event) => {
    if (!('rendered' in document.documentElement.dataset)) return;
    const control = event.target.closest('button, [type=checkbox], [type=radio]');
    if (!control) return;
    event.preventDefault();
    control.dataset.pressed = '';
  });

  // The frame of a member's page (client/shell/Frame.tsx) is not for those who must sign in, or choose a password, first.
  const { dataset } = document.documentElement;
  try {
    if (!localStorage.getItem('user') || localStorage.getItem('passwordChangeRequired')) dataset.stranger = '';
  } catch {
    dataset.stranger = '';
  }
  // Where the lookup shows no sheet, its field is beside the list.
  if (location.pathname === '/product' && !new URLSearchParams(location.search).get('id')) dataset.start = '';
  // On the start page of the installed app, the frame lists the pinned sheets (client/offline/framePins.ts), which can be opened
  // before the app has loaded.
  const isFirst = location.pathname + location.search === '/product?company=53&m=year' && !history.state?.usr?.chosen;
  if (isFirst && !('stranger' in dataset)) {
    let pins = [];
    try {
      const kept = JSON.parse(localStorage.getItem('ofUser-pins'));
      if (kept?.user === JSON.parse(localStorage.getItem('user')).id) pins = kept.pins;
    } catch {
      // Storage is blocked or damaged: no sheets are listed.
    }
    const parsed = new MutationObserver(() => {
      const row = document.querySelector('[data-frame-pins] li');
      if (!row) return;
      parsed.disconnect();
      for (const { to, title } of pins) {
        const copy = row.cloneNode(true);
        Object.assign(copy.querySelector('a'), { href: to, textContent: title });
        copy.hidden = false;
        row.before(copy);
      }
      row.closest('[data-frame-pins]').hidden = false;
      row.remove();
    });
    if (pins.length) parsed.observe(document, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', () => parsed.disconnect());
  }
  addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-frame-pins] a');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    // The app starts with this address, or goes to it if it is starting.
    history.pushState(null, '', link.href);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  // What happened in the frame's field, for the app.
  const note = (what) => (event) => {
    if (event.target.matches?.('[data-frame]')) event.target.dataset.frame = what(event);
  };
  addEventListener(
    'focusin',
    note(() => 'focused'),
  );
  addEventListener(
    'focusout',
    note(() => ''),
  );
  addEventListener(
    'keydown',
    note(({ key }) => (key === 'Enter' ? 'entered' : 'focused')),
  );
})();
