/** What is about to be signed: the operation, the ids of its path, and its body without a password. */
export type SignedContent = { operation: string; path: Readonly<Record<string, string>>; body: unknown };

/** Asks the person who signs for user name and password, at the moment of signing; the client stores neither. */
export type Sign = (request: { meaning: string; content: SignedContent }) => Promise<{
  username?: string;
  password: string;
}>;

type Signature = { meaning?: unknown; password?: unknown };

const readSignature = (body: unknown): Signature | null => {
  const { signature } = (typeof body === 'object' ? (body as { signature?: unknown } | null) : null) ?? {};
  return typeof signature === 'object' ? (signature as Signature | null) : null;
};

/** Whether a body carries an electronic signature. */
export const isSigned = (body: unknown): boolean => readSignature(body) !== null;

/** The body with the credentials of its signature. Throws a TypeError where there is no password and nobody to ask for it. */
export const withCredentials = async (
  sign: Sign | undefined,
  content: Omit<SignedContent, 'body'> & { body: unknown },
): Promise<unknown> => {
  const signature = readSignature(content.body);
  if (!signature || signature.password !== undefined) return content.body;
  if (!sign) throw new TypeError('Give `signature.password`, or a `sign` function to the client.');
  const credentials = await sign({ meaning: String(signature.meaning), content });
  return { ...(content.body as object), signature: { ...signature, ...credentials } };
};
