/** Dashboard users: sign-in, account security, roles on sites. Source: guide identity §2, §9.8. */
import { invitationsApi } from './contract/collaborators.ts'
import { listColumnsApi } from './contract/list-columns.ts'
import { ownerSecurityApi } from './contract/owner-security.ts'
import { ownerSignInApi } from './contract/owner-sign-in.ts'
import { savedFiltersApi } from './contract/saved-filters.ts'
import { teamRolesApi } from './contract/team-roles.ts'

export const collaboratorsApi = { ...ownerSignInApi, ...ownerSecurityApi, ...invitationsApi, ...savedFiltersApi, ...listColumnsApi, ...teamRolesApi }

export const collaboratorsContract = { collaborators: collaboratorsApi }
