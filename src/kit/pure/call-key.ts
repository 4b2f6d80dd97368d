/** Names a call whose reply comes with the page: the same for the browser, which asks, and for the server, which has answered. */
export const toCallKey = (method: string, url: string, body: unknown): string => `${method} ${url} ${JSON.stringify(body ?? {})}`
