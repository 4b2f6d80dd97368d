/** Calls to addresses that people entered and that may have moved: published calendars, pictures. */
import { AddressRefused, fetchPublic, type FetchPublicOptions } from './fetch-public.ts'

const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/** Thrown when an address leads on more often than it may. */
export class TooManyRedirects extends Error {
  override name = 'TooManyRedirects'
}

/** Whether a failed call was refused because the address, or the name behind it, leads into a private network; then nothing was sent there. */
export const isAddressRefused = (error: unknown): boolean => error instanceof AddressRefused || (error as NodeJS.ErrnoException).code === 'EPRIVATE'

/** As `fetchPublic`, and follows up to three redirects, each within the same bounds; credentials stay with the host that they were given for. */
export async function fetchRedirected(address: string, options: FetchPublicOptions = {}): Promise<Response> {
  let url = address
  let headers = options.headers
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetchPublic(url, { ...options, headers })
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || !location) return response
    if (!URL.canParse(location, url)) throw new AddressRefused('the address leads nowhere')
    const next = new URL(location, url)
    if (next.host !== new URL(url).host && headers)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
    url = next.href
  }
  throw new TooManyRedirects('the address leads on more than three times')
}
