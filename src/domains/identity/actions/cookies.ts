/** Cookies of the server: `__Host-` and Secure on https, plain on http, always HttpOnly. */
import type { BaseContext } from '#kit/api/context.ts'

interface CookieOptions {
  sameSite: 'Strict' | 'Lax'
  maxAgeSeconds?: number
  path?: string
}

/** The Set-Cookie line. A path other than `/` excludes the `__Host-` prefix. */
export function cookieLine(origin: string, name: string, value: string, { sameSite, maxAgeSeconds, path = '/' }: CookieOptions): string {
  const secure = origin.startsWith('https:')
  const fullName = secure && path === '/' ? `__Host-${name}` : name
  return [
    `${fullName}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')
}

/** Adds the Set-Cookie line to the reply. */
export const setCookie = (ctx: BaseContext, name: string, value: string, options: CookieOptions): void =>
  ctx.setHeader('set-cookie', cookieLine(ctx.requestOrigin, name, value, options))
