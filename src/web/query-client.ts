/** What the app has read, and reads anew when something was written. */
import { QueryClient, type QueryKey, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query'

export class AppQueryClient extends QueryClient {
  /**
   * Reads anew also what is being read for the first time: that reply may be older than what was written, and the library, which cancels only
   * what has data already, would keep it. `invalidateQueries` comes here as well.
   */
  override refetchQueries<K extends QueryKey = QueryKey>(filters?: RefetchQueryFilters<K>, options?: RefetchOptions): Promise<void> {
    if (options?.cancelRefetch !== false) void this.cancelQueries<K>({ ...filters, type: 'active' }, { silent: true })
    return super.refetchQueries(filters, options)
  }
}
