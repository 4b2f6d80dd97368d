/** Sign-in: tokens, registration, passwords, policies, apps, keys and the dashboard's own door. */
import { appsApi } from './contract/apps.ts'
import { legacyAuthenticationApi } from './contract/authentication.ts'
import { collaboratorsApi } from './contract/collaborators.ts'
import { memberAccessApi } from './contract/member-access.ts'
import { accountSecurityApi } from './contract/account-security.ts'
import { ownerSignInApi } from './contract/owner-sign-in.ts'
import { ownerSecurityApi } from './contract/owner-security.ts'
import { settingsApi } from './contract/settings.ts'
import { signInApi } from './contract/sign-in.ts'
import { tokensApi } from './contract/tokens.ts'

export const identityApi = {
  ...tokensApi,
  ...signInApi,
  ...appsApi,
  ...accountSecurityApi,
  ...settingsApi,
  ...memberAccessApi,
  ...legacyAuthenticationApi,
  ...collaboratorsApi,
  ...ownerSignInApi,
  ...ownerSecurityApi,
}

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const identityContract = { identity: identityApi }
