/** What each address of the site is, what its head says, and the files for search engines. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { pagesContract } from './contract.ts'
import { appHandlers, markdownHandlers, pagesHandlers } from './handlers.ts'

export const pages: Domain = {
  name: 'pages',
  operations: bindOperations(pagesContract, { pages: pagesHandlers, markdown: markdownHandlers, app: appHandlers }),
}
