/** Sign-in: tokens, registration, passwords, policies, apps, keys and the dashboard's own door. */
import { appsApi } from './contract/apps.ts'
import { authenticationApi } from './contract/authentication.ts'
import { collaboratorsApi } from './contract/collaborators.ts'
import { memberAccessApi } from './contract/member-access.ts'
import { ownSignInApi } from './contract/own.ts'
import { ownerDoorApi } from './contract/owner-door.ts'
import { ownerSecurityApi } from './contract/owner-security.ts'
import { settingsApi } from './contract/settings.ts'
import { signInApi } from './contract/sign-in.ts'
import { tokensApi } from './contract/tokens.ts'

export const identityApi = {
  ...tokensApi,
  ...signInApi,
  ...appsApi,
  ...ownSignInApi,
  ...settingsApi,
  ...memberAccessApi,
  ...authenticationApi,
  ...collaboratorsApi,
  ...ownerDoorApi,
  ...ownerSecurityApi,
}
