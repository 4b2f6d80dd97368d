/** Text messages to clients: who wants them, in which words, when they are sent, and what people answer. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { textsContract } from './contract.ts'
import { myTextsHandlers, textSettingsHandlers } from './handlers/settings.ts'
import { textsHandlers } from './handlers/texts.ts'
import { textsJobs } from './jobs.ts'
import * as tables from './tables.ts'

export const texts: Domain = {
  name: 'texts',
  operations: bindOperations(textsContract, { texts: textsHandlers, textSettings: textSettingsHandlers, myTexts: myTextsHandlers }),
  jobs: textsJobs,
  tables,
}
