import { deviceIn } from '#kit/pure/device.ts'
import { pageLanguage } from '../language.ts'
import { sayNow, words } from './words.ts'

const another = words('Another device', { de: 'Ein anderes Gerät' })
/** "Firefox on Windows", as far as a browser says so. */
export const deviceInWords = (userAgent: string): string => deviceIn(userAgent, pageLanguage()) ?? sayNow(another)
