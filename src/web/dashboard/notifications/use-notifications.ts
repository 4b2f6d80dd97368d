import { useApiQuery } from '#web/api.ts'

const REFRESH_MS = 30_000

/** What is new for the signed-in person; asked for again every half minute while the page is seen. */
export const useNotifications = () => useApiQuery('reports.listNotifications', undefined, { refetchInterval: REFRESH_MS })
