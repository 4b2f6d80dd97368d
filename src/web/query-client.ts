/** What the app has read, and reads anew when something was written. */
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

export class AppQueryClient extends QueryClient {
  /**
   * Reads anew also what is being read for the first time: that reply may be older than what was written, and the library, which cancels only
   * what has data already, would keep it.
   */
  override invalidateQueries<K extends QueryKey = QueryKey>(filters?: InvalidateQueryFilters<K>, options?: InvalidateOptions): Promise<void> {
    if (options?.cancelRefetch !== false) void this.cancelQueries<K>({ ...filters, type: 'active' }, { silent: true })
    return super.invalidateQueries(filters, options)
  }
}
