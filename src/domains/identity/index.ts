/** Sign-in of members: passwords, codes, passkeys, sessions; OAuth apps and API keys. */
import { checkOwnDeletion, createMemberIdentity, exportPersonalData, onMemberStatusChanged } from '#domains/members/hooks.ts'
import { assertMessageCaptcha } from '#domains/website/hooks.ts'
import { findMemberRecipient, findPreferredLanguage, listSecretVariables, loadSigningKey, setPreferredLanguage } from '#domains/notifications/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { checkMessageCaptcha } from './actions/captcha.ts'
import { createIdentityForMember } from './actions/create-identity-for-member.ts'
import { findEmailRecipient, findLanguageOfAddress, savePreferredLanguage } from './actions/emails.ts'
import { checkReauthenticationToDelete } from './actions/reauthenticate.ts'
import { collectSignInRecords } from './actions/sign-in-records.ts'
import { applyMemberStatusChange } from './actions/sign-on.ts'
import { identityContract } from './contract.ts'
import { identityEmailCatalog, identityEmailEditing } from './emails/catalog.ts'
import { secretVariables } from './emails/secrets.ts'
import { identityHandlers } from './handlers.ts'
import { identityJobs } from './jobs.ts'
import { identitySchedules } from './schedules.ts'
import { getSystemSecret } from './store/secrets.ts'
import * as tables from './tables.ts'

export const identity: Domain = {
  name: 'identity',
  operations: bindOperations(identityContract, { identity: identityHandlers }),
  jobs: identityJobs,
  schedules: identitySchedules,
  emails: {
    templates: identityEmailCatalog,
    editing: identityEmailEditing,
  },
  hooks: [
    bindHook(assertMessageCaptcha, (ctx, { tokens }) => checkMessageCaptcha(ctx, tokens)),
    bindHook(createMemberIdentity, createIdentityForMember),
    bindHook(checkOwnDeletion, (ctx) => checkReauthenticationToDelete(ctx)),
    bindHook(findMemberRecipient, (ctx, { memberId }) => findEmailRecipient(ctx, memberId)),
    bindHook(findPreferredLanguage, (ctx, { address }) => findLanguageOfAddress(ctx, address)),
    bindHook(setPreferredLanguage, (ctx, { memberId, language }) => savePreferredLanguage(ctx, memberId, language)),
    bindHook(listSecretVariables, async () => secretVariables),
    bindHook(loadSigningKey, (ctx) => getSystemSecret(ctx, 'email-preference-links', ctx.authNow)),
    bindHook(onMemberStatusChanged, applyMemberStatusChange),
    bindHook(exportPersonalData, (ctx, { memberId }) => collectSignInRecords(ctx, memberId)),
  ],
  tables,
}
