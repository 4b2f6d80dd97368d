/** Text messages to clients: what was sent, in which words, when, and who wants them. Source: guide bookings §20.6. */
import { textSettingsApi } from './contract/settings.ts'
import { textsApi } from './contract/texts.ts'
import { myTextsApi } from './contract/my-texts.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const textsContract = { texts: textsApi, textSettings: textSettingsApi, myTexts: myTextsApi }
