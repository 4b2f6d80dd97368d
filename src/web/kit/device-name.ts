import { describeDevice } from '#kit/pure/device.ts'
import { pageLanguage } from '../language.ts'
import { currentMessages, defineMessages } from './messages.ts'

const messages = defineMessages('Another device', { de: 'Ein anderes Gerät', fr: 'Un autre appareil', es: 'Otro dispositivo' })
/** "Firefox on Windows", from a user agent. */
export const deviceName = (userAgent: string): string => describeDevice(userAgent, pageLanguage()) ?? currentMessages(messages)
