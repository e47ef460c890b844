/** What a reader of the API's description has to know before the first request, in Markdown. */
export const introduction = ({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): string =>
  `Quality and supply-chain records of regulated manufacturing, with their history, electronic signatures and audit trail
(21 CFR Part 11, EU GMP Annex 11). What is answered with success is stored, has its history and one audit entry.

## First request

\`\`\`sh
curl ${baseUrl}/v1/entities -H "Authorization: Bearer $API_KEY"
\`\`\`

The credential is an API key, or an access token from \`${authUrl}/oauth/token\` (client credentials, authorization code).
Each operation names the scope that it needs; a user's role limits it further.

## Conventions

- **Answers** are \`{ "data": … }\`; lists add \`meta\` with the page. \`page\` and \`per_page\` (25, at most 100) choose it.
- **Errors** are \`{ "error": { "code", "message", "request_id", "details" } }\`. Programs go by \`code\`; \`message\` says what to change.
- **Repeating** a POST is safe with an \`Idempotency-Key\`: the same key gets the same answer and no second effect.
- **Changing together**: send the \`ETag\` that was read as \`If-Match\`, and a record that has changed since is refused (412).
- **Reasons** for a change go into \`X-Change-Reason\`; an organisation in strict mode asks for one.
- **Limits** depend on the tier. Every answer has \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\`; above it there is 429 with \`Retry-After\`.
- **Times** are ISO 8601 in UTC. Ids are opaque texts. New members and new error codes may be added at any time.

## Clients

This document ([openapi.json](${baseUrl}/v1/openapi.json)) is made to generate clients from: operations, schemas and their
names are stable.
`;
