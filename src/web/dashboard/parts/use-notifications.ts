import { useApiQuery } from '#web/api.ts'

const REFRESH_MS = 30_000
/** As long as work goes on. */
const WORKING_MS = 1500

/** What is new for the signed-in person; asked for again every half minute while the page is seen, and more often while work goes on. */
export const useNotifications = () =>
  useApiQuery('reports.listNotifications', undefined, { refetchInterval: ({ state }) => (state.data?.running.length ? WORKING_MS : REFRESH_MS) })
