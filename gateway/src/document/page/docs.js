/* global SwaggerUIBundle */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// swagger-ui holds a library that goes, after Back, to where the page stood; this page goes to its places itself.
window.addEventListener('popstate', (event) => event.stopImmediatePropagation());

/** Both are set when the description is here. */
let ui;
let resources = [];

const hashOf = (...parts) => `#/${parts.map(encodeURIComponent).join('/')}`;

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** What is to open is drawn in one of the next frames; null where it is not in so many. */
const drawn = async (selector) => {
  await frame();
  for (let left = 600; left > 0; left -= 1) {
    await frame();
    const found = document.querySelector(selector);
    if (found) return found;
  }
  return null;
};

const setOpen = (thing, open) => {
  if (ui.layoutSelectors.isShown(thing, false) !== open) ui.layoutActions.show(thing, open);
};

// One resource at a time: with more than 150 rows open, only those in view would be there to go to.
const openResource = (wanted) => {
  for (const name of resources) if (name !== wanted) setOpen(['operations-tag', name], false);
  setOpen(['operations-tag', wanted], true);
};

/** Counts where the reader went; the last one alone is scrolled to, however late another one is drawn. */
let gone = 0;

const goTo = async (selector) => {
  gone += 1;
  const mine = gone;
  const found = await drawn(selector);
  if (mine === gone) found?.scrollIntoView({ block: 'start' });
};

const goToTop = () => {
  gone += 1;
  window.scrollTo({ top: 0 });
};

const showResource = (name) => {
  openResource(name);
  return goTo(`[data-tag="${CSS.escape(name)}"]`);
};

const showOperation = (tag, id) => {
  openResource(tag);
  setOpen(['operations', tag, id], true);
  return goTo(`.opblock.is-open[id$="-${CSS.escape(id)}"]`);
};

/** What each address of the page shows, by its hash. */
const places = new Map();

const showPlace = () => (places.get(window.location.hash) ?? goToTop)();

const link = (properties, show, ...children) => {
  const made = element('a', properties, ...children);
  places.set(made.hash, show);
  // A place that is the address already is gone to again.
  made.addEventListener('click', () => made.hash === window.location.hash && showPlace());
  return made;
};

const operationsOf = (api, tag) =>
  Object.values(api.paths).flatMap((item) =>
    METHODS.filter((method) => item[method]?.tags?.includes(tag)).map((method) => ({ ...item[method], method })),
  );

const operationItem = (tag, { operationId, summary, method, deprecated }) =>
  element(
    'li',
    { className: deprecated ? 'deprecated' : '' },
    link(
      { href: hashOf(tag, operationId) },
      () => showOperation(tag, operationId),
      element('b', { className: method, textContent: method }),
      summary,
    ),
  );

const showContents = (api) => {
  const sections = api.tags.map(({ name }) =>
    element(
      'section',
      {},
      link({ className: 'resource', href: hashOf(name), textContent: name }, () => showResource(name)),
      element('ul', {}, ...operationsOf(api, name).map((operation) => operationItem(name, operation))),
    ),
  );
  const top = link({ className: 'resource', href: '#/', textContent: 'Introduction' }, goToTop);
  document.getElementById('contents').append(element('section', {}, top), ...sections);
};

const show = async () => {
  const answer = await fetch('/v1/openapi.json');
  if (!answer.ok) throw new Error(`The description cannot be had (${answer.status}). Load the page again.`);
  const spec = await answer.json();
  resources = spec.tags.map(({ name }) => name);
  ui = SwaggerUIBundle({
    dom_id: '#docs',
    spec,
    validatorUrl: null,
    docExpansion: 'none',
    displayRequestDuration: true,
    filter: false,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    defaultModelRendering: 'example',
    oauth2RedirectUrl: new URL('/docs/oauth2-redirect.html', window.location.href).href,
  });
  showContents(spec);
  history.scrollRestoration = 'manual';
  window.addEventListener('hashchange', showPlace);
  await showPlace();
};

show().catch((error) => document.getElementById('docs').append(element('p', { textContent: error.message })));
