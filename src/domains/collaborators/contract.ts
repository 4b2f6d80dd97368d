/** Dashboard users: how they sign in, what guards their accounts, and who may run a site. Source: guide identity §2, §9.8. */
import { invitationsApi } from './contract/collaborators.ts'
import { ownerSecurityApi } from './contract/owner-security.ts'
import { ownerSignInApi } from './contract/owner-sign-in.ts'

export const collaboratorsApi = { ...ownerSignInApi, ...ownerSecurityApi, ...invitationsApi }

export const collaboratorsContract = { collaborators: collaboratorsApi }
