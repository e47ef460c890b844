/** What the templates of steps may name, by dotted path. */
export type Variables = (name: string) => unknown;

/** A variable that no earlier step has set. */
export class MissingVariableError extends Error {
  constructor(variable: string) {
    super(`\${${variable}} is not set: the step that sets it did not pass`);
  }
}

/** The innermost ones: the name of a variable may itself be put together. */
const VARIABLE = /\$\{([^${}]+)\}/g;
const WHOLE = /^\$\{([^${}]+)\}$/;

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Puts the variables into a template: a text that is one variable becomes its value, others become texts.
 * @throws `MissingVariableError`
 */
export const fillTemplate = (template: unknown, variables: Variables): unknown => {
  const get = (name: string): unknown => {
    const value = variables(name);
    if (value === undefined) throw new MissingVariableError(name);
    return value;
  };
  if (typeof template === 'string') {
    const whole = WHOLE.exec(template)?.[1];
    if (whole !== undefined) return get(whole);
    const filled = template.replaceAll(VARIABLE, (_all, name: string) => toText(get(name)));
    return filled === template ? filled : fillTemplate(filled, variables);
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, variables));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillTemplate(value, variables)]));
};

/** The value at a dotted path, such as `data.0.id`; undefined where there is none. */
export const readPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );
