/* global SwaggerUIBundle */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const scrollTo = (found) => found?.scrollIntoView({ behavior: 'smooth', block: 'start' });

const showTag = (name) => scrollTo(document.querySelector(`[data-tag="${CSS.escape(name)}"]`));

const showOperation = (id) => {
  const block = document.querySelector(`.opblock[id$="-${CSS.escape(id)}"]`);
  if (block && !block.classList.contains('is-open')) block.querySelector('.opblock-summary-control')?.click();
  scrollTo(block);
};

const link = (properties, show, ...children) => {
  const made = element('a', { href: '#', ...properties }, ...children);
  made.addEventListener('click', (event) => {
    event.preventDefault();
    show();
  });
  return made;
};

const operationsOf = (api, tag) =>
  Object.values(api.paths).flatMap((item) =>
    METHODS.filter((method) => item[method]?.tags?.includes(tag)).map((method) => ({ ...item[method], method })),
  );

const operationItem = ({ operationId, summary, method, deprecated }) =>
  element(
    'li',
    { className: deprecated ? 'deprecated' : '' },
    link({}, () => showOperation(operationId), element('b', { className: method, textContent: method }), summary),
  );

const showContents = (api) => {
  const sections = api.tags.map(({ name }) =>
    element(
      'section',
      {},
      link({ className: 'resource', textContent: name }, () => showTag(name)),
      element('ul', {}, ...operationsOf(api, name).map(operationItem)),
    ),
  );
  const top = link({ className: 'resource', textContent: 'Introduction' }, () => window.scrollTo({ top: 0 }));
  document.getElementById('contents').append(element('section', {}, top), ...sections);
};

const show = async () => {
  const answer = await fetch('/v1/openapi.json');
  if (!answer.ok) throw new Error(`The description cannot be had (${answer.status}). Load the page again.`);
  const spec = await answer.json();
  showContents(spec);
  SwaggerUIBundle({
    dom_id: '#docs',
    spec,
    validatorUrl: null,
    deepLinking: true,
    displayRequestDuration: true,
    filter: false,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    defaultModelRendering: 'example',
    oauth2RedirectUrl: new URL('/docs/oauth2-redirect.html', window.location.href).href,
  });
};

show().catch((error) => document.getElementById('docs').append(element('p', { textContent: error.message })));
