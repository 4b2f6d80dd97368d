/** Sign-in: tokens, registration, passwords, policies, apps and API keys. */
import { appsApi } from './oauth/contract/apps.ts'
import { legacyAuthenticationApi } from './contract/authentication.ts'
import { memberAccessApi } from './contract/member-access.ts'
import { accountSecurityApi } from './contract/account-security.ts'
import { settingsApi } from './contract/settings.ts'
import { signInApi } from './contract/sign-in.ts'
import { tokensApi } from './oauth/contract/tokens.ts'

export const identityApi = {
  ...tokensApi,
  ...signInApi,
  ...appsApi,
  ...accountSecurityApi,
  ...settingsApi,
  ...memberAccessApi,
  ...legacyAuthenticationApi,
}

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const identityContract = { identity: identityApi }
