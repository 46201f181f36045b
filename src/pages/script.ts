/**
 * Progressive enhancement; every page works without it:
 * - `form[data-submit]` submits itself;
 * - `[data-seconds]` counts down, and opens `data-then` at zero;
 * - `[data-copy]` is a button that copies its value;
 * - `a[data-fill]` fills the form instead of opening its link, which shows the form filled in;
 * - `[data-live]` names a module that exports the state of the page, and reloads the page when the state has changed. It
 *   is a module, because the content security policy allows own scripts and no other requests.
 */
export const SCRIPT = `
const each = (selector, enhance) => document.querySelectorAll(selector).forEach(enhance);

each('form[data-submit]', (form) => form.requestSubmit());

each('[data-seconds]', (element) => {
  const end = performance.now() + Number(element.dataset.seconds) * 1000;
  const show = () => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    element.textContent = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
    if (left === 0) { clearInterval(timer); location.replace(element.dataset.then); }
  };
  const timer = setInterval(show, 1000);
  show();
});

each('[data-copy]', (button) => {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.removeAttribute('aria-label');
    button.textContent = 'Copied';
  });
});

each('a[data-fill]', (link) => {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    for (const [name, value] of Object.entries(JSON.parse(link.dataset.fill))) {
      document.querySelector('[name="' + name + '"]').value = value;
    }
    each('a[data-fill]', (other) => other.removeAttribute('aria-current'));
    link.setAttribute('aria-current', 'true');
  });
});

each('[data-live]', (element) => {
  let checks = 0;
  const timer = setInterval(async () => {
    const current = await import(element.dataset.live + '?check=' + ++checks).catch(() => undefined);
    if (!current || current.state === element.dataset.state) return;
    clearInterval(timer);
    location.reload();
  }, 3000);
});
`;
