/** Addresses of earlier versions, which sent emails and bookmarks still name. None is ever removed: emails are kept for years. */

/** From → to. `$` stands for one part of a path; a query in `from` must be the whole query. Pages are redirected; calls of the API are served in place. */
const movedPaths: readonly (readonly [from: string, to: string])[] = [
  ['/letters/$', '/email-preferences/$'],
  ['/account?tab=letters', '/account?tab=emails'],
  ['/dashboard/messages', '/dashboard/emails'],
  ['/dashboard/rehearsal', '/dashboard/forecast'],
  // `List-Unsubscribe` of sent emails. Mail clients do not follow redirects of it. Source: RFC 8058 §3.1.
  ['/api/letters/by-link/$/stop/$', '/api/email-preferences/$/unsubscribe/$'],
]

interface MovedPath {
  path: RegExp
  query: string | undefined
  to: string
}
const toMovedPath = ([from, to]: readonly [string, string]): MovedPath => {
  const [path = '', query] = from.split('?')
  return { path: new RegExp(`^${path.replaceAll('$', '([^/]+)')}/?$`), query, to }
}
const [pages, calls] = [false, true].map((isCall) => movedPaths.filter(([from]) => from.startsWith('/api/') === isCall).map(toMovedPath)) as [
  MovedPath[],
  MovedPath[],
]

function resolveMoved(moved: readonly MovedPath[], url: string): string | undefined {
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
  for (const one of moved) {
    const parts = (one.query === undefined || one.query === query) && one.path.exec(path)
    if (!parts) continue
    let place = 0
    const target = one.to.replaceAll('$', () => parts[++place] ?? '')
    return query === undefined || one.query !== undefined ? target : `${target}?${query}`
  }
  return undefined
}

/** Where the page at this path with query is now, with its query; undefined when it has not moved. */
export const findMovedPage = (url: string): string | undefined => resolveMoved(pages, url)

/** The url of a call of the API as it is now; any other url comes back as it is. */
export const resolveMovedCall = (url: string): string => (url.startsWith('/api/') ? (resolveMoved(calls, url) ?? url) : url)
