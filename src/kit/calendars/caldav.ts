/** CalDAV with user and password: Nextcloud, iCloud, Fastmail and others. Source: RFC 4791, RFC 6764, RFC 6578. */
import { createAccount, createCalendarObject, type DAVAccount, type DAVCalendar, deleteObject, fetchCalendarObjects, fetchCalendars, updateObject } from 'tsdav'
import { callCalendar } from './call-calendar.ts'
import { mayHavePassword } from './password-hosts.ts'
import { type CalendarAccount, CalendarProblem, type RemoteRange } from './port.ts'

const toHeaders = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers).entries())
/** `fetch` as the library calls it, within our bounds. */
const createFetch =
  (home: string): typeof fetch =>
  (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    if (!mayHavePassword(home, url)) return Promise.reject(new CalendarProblem('ADDRESS_REFUSED'))
    const body = typeof init.body === 'string' ? init.body : undefined
    return callCalendar(url, { method: init.method, headers: toHeaders(init.headers), body })
  }

/** The library wraps some errors; ours keep their code. */
async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CalendarProblem) throw error
    const isDenied = /401|credentials/i.test((error as Error).message)
    throw new CalendarProblem(isDenied ? 'UNAUTHORIZED' : 'NOT_A_CALENDAR', isDenied ? undefined : 'the server does not answer as a CalDAV server')
  }
}

const findMark = ({ syncToken, ctag }: DAVCalendar): string | undefined => {
  const mark = syncToken ?? ctag
  return mark === undefined ? undefined : String(mark)
}

class CalDavAccount implements CalendarAccount {
  readonly account: string
  readonly #dav: DAVAccount
  readonly #options: { headers: Record<string, string>; fetch: typeof fetch }
  #calendars: Promise<DAVCalendar[]> | undefined
  constructor(account: string, dav: DAVAccount, options: { headers: Record<string, string>; fetch: typeof fetch }) {
    this.account = account
    this.#dav = dav
    this.#options = options
  }

  #list(): Promise<DAVCalendar[]> {
    this.#calendars ??= run(() => fetchCalendars({ account: this.#dav, ...this.#options }))
    return this.#calendars
  }
  async #find(id: string): Promise<DAVCalendar> {
    const calendar = (await this.#list()).find((one) => one.url === id)
    if (!calendar) throw new CalendarProblem('GONE')
    return calendar
  }

  async listCalendars() {
    const all = (await this.#list()).filter((one) => !one.components?.length || one.components.includes('VEVENT'))
    return all.map(({ url, displayName }, at) => ({
      id: url,
      name: typeof displayName === 'string' && displayName !== '' ? displayName : 'Calendar',
      isPrimary: at === 0,
      isWritable: true,
    }))
  }

  async read(calendarId: string, range: RemoteRange, mark: string | undefined) {
    const calendar = await this.#find(calendarId)
    const now = findMark(calendar)
    if (mark !== undefined && now === mark) return { unchanged: true as const }
    const timeRange = { start: range.from.toString(), end: range.to.toString() }
    const objects = await run(() => fetchCalendarObjects({ calendar, timeRange, urlFilter: (url) => url !== calendar.url, ...this.#options }))
    return { mark: now, files: objects.flatMap(({ data }) => (typeof data === 'string' ? [data] : [])) }
  }

  async write(calendarId: string, { id, file }: { id: string; file: string }, ref: string | undefined): Promise<string> {
    const calendar = await this.#find(calendarId)
    const filename = `${id}-atrium.ics`
    const headers = { ...this.#options.headers, 'content-type': 'text/calendar; charset=utf-8' }
    const url = ref ?? new URL(filename, calendar.url).href
    // Under our own name: whether it is there already or not, it is this booking.
    await run(() =>
      ref
        ? updateObject({ url, data: file, headers, fetch: this.#options.fetch })
        : createOrReplace(calendar, filename, file, { headers, fetch: this.#options.fetch }),
    )
    return url
  }

  async remove(_calendarId: string, ref: string): Promise<void> {
    try {
      await run(() => deleteObject({ url: ref, ...this.#options }))
    } catch (error) {
      if (!(error instanceof CalendarProblem) || error.code !== 'GONE') throw error
    }
  }
}

/** An attempt that was cut off may have created it: then it is replaced. */
async function createOrReplace(
  calendar: DAVCalendar,
  filename: string,
  file: string,
  options: { headers: Record<string, string>; fetch: typeof fetch },
): Promise<unknown> {
  const fetchNew: typeof fetch = (input, init) => {
    const headers = { ...toHeaders(init?.headers) }
    delete headers['if-none-match']
    return options.fetch(input, { ...init, headers })
  }
  return createCalendarObject({ calendar, filename, iCalString: file, headers: options.headers, fetch: fetchNew })
}

/** Finds the calendars of the account. Throws CalendarProblem: UNAUTHORIZED for a wrong password. */
export async function openCalDav({ url, user, password }: { url: string; user: string; password: string }): Promise<CalendarAccount> {
  const options = { headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }, fetch: createFetch(url) }
  // The library tries several addresses and throws the error of the last: that one was denied is what people need to know.
  let denied: CalendarProblem | undefined
  const noting: typeof fetch = (input, init) =>
    options.fetch(input, init).catch((error: unknown) => {
      if (error instanceof CalendarProblem && error.code === 'UNAUTHORIZED') denied ??= error
      throw error
    })
  const dav = await run(() => createAccount({ account: { serverUrl: url, accountType: 'caldav' }, ...options, fetch: noting })).catch((error: unknown) => {
    throw denied ?? error
  })
  return new CalDavAccount(user, dav, options)
}
