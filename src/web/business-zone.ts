/** The zone of the business: it decides how English dates are written, and what a course on site is told by. */
import { servedPage } from './served-page.ts'

let known: string | undefined
/** The facts of the site are there, or were read again. */
export const setBusinessZone = (zone: string): void => void (known = zone)
/** Undefined before there is a site. */
export const businessZone = (): string | undefined => (servedPage()?.facts as { timeZone?: string } | undefined)?.timeZone ?? known
