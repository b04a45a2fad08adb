/** Searches the contents, marks where the reader is, copies examples; the page is whole without it. */
export const script = `
const search = document.querySelector('#search');
const entries = [...document.querySelectorAll('nav li')];
const none = document.querySelector('#none');
if (search) {
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const text = entry.dataset.text ?? '';
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) shown += 1;
    }
    for (const group of document.querySelectorAll('nav section')) {
      group.hidden = [...group.querySelectorAll('li')].every((entry) => entry.hidden);
    }
    none.hidden = shown > 0;
  };
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { search.value = ''; filter(); }
    if (event.key === 'Enter') { entries.find((entry) => !entry.hidden)?.querySelector('a').click(); }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
  const links = new Map(entries.map((entry) => {
    const link = entry.querySelector('a');
    return [decodeURIComponent(link.hash.slice(1)), link];
  }));
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute('aria-current');
      links.get(target.id)?.setAttribute('aria-current', 'location');
    }
  }, { rootMargin: '-10% 0px -80% 0px' });
  for (const id of links.keys()) {
    const place = document.getElementById(id);
    if (place) watcher.observe(place);
  }
}
for (const example of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.className = 'copy';
  button.setAttribute('aria-label', 'Copy: ' + (example.getAttribute('aria-label') ?? 'example'));
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(example.textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not copied';
    }
  });
  button.addEventListener('blur', () => { button.textContent = 'Copy'; });
  example.before(button);
}
`;
