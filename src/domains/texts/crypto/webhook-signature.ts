/** The signature of the provider's webhook: HMAC-SHA1 over the address and the sorted fields, with the secret of the account. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a form that is sent to `url`, as base64. */
export function signWebhook(secret: string, url: string, fields: Readonly<Record<string, string>>): string {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((all, name) => `${all}${name}${fields[name] ?? ''}`, url)
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64')
}

/** Whether `signature` is that of the form; compared in constant time. */
export function isSignedWebhook(signature: string | undefined, secret: string, url: string, fields: Readonly<Record<string, string>>): boolean {
  const [given, right] = [Buffer.from(signature ?? ''), Buffer.from(signWebhook(secret, url, fields))]
  return given.length === right.length && timingSafeEqual(given, right)
}
