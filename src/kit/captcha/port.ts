/** Whether a person sits at the other end. Each provider answers the same question about the token a page sent. */
import type { Temporal } from 'temporal-polyfill'

export type CaptchaVerdict = 'RIGHT' | 'WRONG' | 'UNREACHABLE'
export interface CaptchaRequest {
  siteId: string
  ip: string
  now: Temporal.Instant
}
export interface CaptchaProvider {
  verify(token: string, request: CaptchaRequest): Promise<CaptchaVerdict>
}
