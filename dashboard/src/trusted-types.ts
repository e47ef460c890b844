/**
 * The default policy of Trusted Types. Components write no HTML and no scripts; the one text that goes through `innerHTML` is the
 * style sheet that Mantine derives from the theme, which holds no tag.
 */
type Factory = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
};

const { trustedTypes } = globalThis as { trustedTypes?: Factory };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The dashboard writes no HTML.');
    return text;
  },
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError('The dashboard loads scripts from its own origin alone.');
    return url;
  },
});
