/** Code that verifies the signature of a delivery: the examples of docs/webhooks.md, word by word. */

export const TYPESCRIPT = `// verify.ts
import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`headers\` by lower-case names, \`body\` as it came, \`secret\` as it was shown (\`whsec_…\`). */
export const isGenuine = (headers: Record<string, string | undefined>, body: string, secret: string): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  // A replayed old request is refused.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
`;

export const PYTHON = `# verify.py
import base64, hashlib, hmac, time

def is_genuine(headers: dict, body: bytes, secret: str) -> bool:
    """headers by lower-case names, body as it came, secret as it was shown (whsec_…)."""
    timestamp = headers.get("webhook-timestamp", "")
    # A replayed old request is refused.
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split(" "))
`;

export const SHELL = `curl -sf -H "Authorization: Bearer $API_KEY" "$BASE_URL/v1/webhooks/$WEBHOOK/deliveries/$DELIVERY" |
  python3 -c 'import json, sys; sys.stdout.write(json.load(sys.stdin)["data"]["request_body"])' > body.json
key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected=$( (printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat body.json) |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $WEBHOOK_SIGNATURE " in
  *" v1,$expected "*) echo genuine ;;
  *) echo forged; exit 1 ;;
esac
`;

/** The same by the client of the API, which knows the events by their types. */
export const CLIENT = `// receiver.ts
import { verifyWebhook, type WebhookEvent } from '@qsc/client';

type Store = (event: WebhookEvent) => Promise<void>;

/** Answers a delivery. Throws \`WebhookVerificationError\` for a request that is not genuine or too old. */
export const receive = async (request: Request, secret: string, store: Store): Promise<Response> => {
  await store(await verifyWebhook(await request.text(), request.headers, secret));
  return new Response(null, { status: 204 });
};
`;
