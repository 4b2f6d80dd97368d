/** Codes of second factors: sent by email, text message or call, and verified. Source: guide identity §5.8. */
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { type LocalizedText, matchLanguage, translate } from '#kit/pure/languages.ts'
import { equalsConstantTime, hashSecret, newCode } from '../crypto/secrets.ts'
import { totpStep } from '../crypto/totp.ts'
import { normalizeRecoveryCode } from '../rules/factor.ts'
import type { Profile } from '../rules/profile.ts'
import * as factors from '../store/factors.ts'
import type { IdentityRow } from '../store/identities.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { queueEmailTo } from './emails.ts'

const MAX_ATTEMPTS = 5
const CODE_MINUTES = 10

/** Recovery codes are stored as hashes bound to the identity. */
export const hashRecoveryCode = (identityId: string, code: string): string => hashSecret(`${identityId}:${normalizeRecoveryCode(code)}`)

/** Whether a code is right for this factor; a right code is consumed. */
export async function verifyFactorCode(ctx: TransactionContext, factor: factors.FactorRow, code: string): Promise<boolean> {
  if (factor.type === 'TOTP') {
    const step = totpStep(factor.secret ?? '', code.replaceAll(' ', ''), factor.lastStep, ctx.authNow.epochMilliseconds)
    return step !== undefined && factors.consumeTotpStep(ctx, factor.id, step)
  }
  const sent = await factors.takeFactorCodeAttempt(ctx, factor.id, ctx.authNow)
  if (!sent || sent.expired || !equalsConstantTime(hashSecret(`${factor.id}:${code}`), sent.codeHash)) return false
  await factors.deleteFactorCode(ctx, factor.id)
  return true
}

/** Sends a new code by email, text message or call: one a minute, five an hour. Returns the seconds to wait, or 0. TOTP needs no message. */
export async function sendFactorCode(ctx: TransactionContext, row: Pick<IdentityRow, 'id' | 'email' | 'profile'>, factor: factors.FactorRow): Promise<number> {
  if (factor.type === 'TOTP') return 0
  const last = await factors.factorCodeSentAt(ctx, factor.id)
  const secondsSinceLast = last ? ctx.authNow.since(last).total('seconds') : 60
  if (secondsSinceLast < 60) return Math.ceil(60 - secondsSinceLast)
  const wait = await consumeSharedRateLimit(ctx.tx, ctx.siteId, `factor-codes:${row.id}`, { times: 5, seconds: 3600 }, ctx.authNow)
  if (wait > 0) return wait
  const code = newCode()
  await factors.saveFactorCode(ctx, factor.id, {
    codeHash: hashSecret(`${factor.id}:${code}`),
    attemptsLeft: MAX_ATTEMPTS,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  if (factor.type === 'EMAIL') await queueEmailTo(ctx, row, 'SIGN_IN_CODE', { code, expiresMinutes: CODE_MINUTES })
  else await queueTextMessage(ctx, row, { kind: factor.type, recipient: factor.phone ?? '', code })
  return 0
}

const codeMessage: LocalizedText = {
  message: 'Your code for {name} is {code}',
  de: 'Dein Code für {name} ist {code}',
  fr: 'Votre code pour {name} est {code}',
  es: 'Tu código para {name} es {code}',
}

async function queueTextMessage(
  ctx: TransactionContext,
  { profile }: Pick<IdentityRow, 'profile'>,
  { kind, recipient, code }: { kind: 'SMS' | 'CALL'; recipient: string; code: string },
): Promise<void> {
  const site = await getSite(ctx)
  const id = ctx.newId()
  const language = matchLanguage((profile as Partial<Profile>).language, site.language) ?? 'en'
  const body = translate(codeMessage, language, { name: site.name, code: kind === 'CALL' ? [...code].join(', ') : code })
  await factors.insertTextMessage(ctx, { id, kind, recipient, body, language }, ctx.authNow)
  ctx.enqueue({ kind: 'text-message', key: id, data: { textId: id } })
}
