/** Which other origins may do what. Storefronts live anywhere, so the public API is open; the product's own pages and calls are not. Source: guide identity §1, contract wire §2. */
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-wix-request-id, x-wix-consistent, retry-after',
}
const PREFLIGHT_HEADERS = {
  ...PUBLIC_HEADERS,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // API keys stay on servers: the headers that name their site are not among these.
  'access-control-allow-headers': 'authorization, content-type, x-wix-bi-gateway, x-wix-linguist, x-wix-consistent, client-binding, idempotency-key',
  'access-control-max-age': '600',
}

/** Pages and own operations of the same origin. */
const isInternalPath = (url: string): boolean => /^\/(api|dashboard|setup|docs|_test|assets(?!\/scripts\/))(\/|$|\?)/.test(url)

/** Headers for a call of another origin; none for internal calls. */
export function corsHeaders(method: string, url: string): Record<string, string> {
  if (isInternalPath(url)) return {}
  return method === 'OPTIONS' ? PREFLIGHT_HEADERS : PUBLIC_HEADERS
}
