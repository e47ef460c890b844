/* global SwaggerUIBundle */
SwaggerUIBundle({
  dom_id: '#docs',
  url: '/v1/openapi.json',
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  oauth2RedirectUrl: new URL('/docs/oauth2-redirect.html', window.location.href).href,
});
