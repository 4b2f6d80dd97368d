/**
 * Secrets of services that sign-in uses (providers, captcha, text messages), sealed before they are stored: a copy of the database shows none.
 * Source: guide identity §9.3.
 */
import { findSecret, sealSecret } from '#kit/secrets/sealing.ts'
import { describeServiceSecret } from '../rules/sealed.ts'

/** `of` names what it is the secret of. */
export const sealServiceSecret = (siteId: string, of: string, secret: string): string => sealSecret(describeServiceSecret(siteId, of), secret)

/** Empty when it was sealed with another key: it has to be entered again. */
export const openServiceSecret = (siteId: string, of: string, stored: string): string => findSecret(describeServiceSecret(siteId, of), stored) ?? ''
