/** Apps of the site, as scripts that fill a site ask for them before anything else. Nothing is installed: what this product offers is part of it. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const AppInstance = Type.Object({ id: Type.String(), appDefId: Type.String(), enabled: Type.Boolean(), status: Type.String() })

export const appsApi = operations({
  installApp: {
    method: 'POST',
    path: '/apps-installer-service/v1/app-instance/install',
    summary: 'Make sure that an app is there; the apps of this product always are',
    access: { owner: 'any' },
    permission: 'OAUTH_APPS.MANAGE',
    work: 'read',
    body: Type.Object({
      tenant: Type.Object({ tenantType: Type.Enum(['SITE']), id: Guid }),
      appInstance: Type.Object({ appDefId: Guid, enabled: Maybe(Type.Boolean()), version: Maybe(Type.String()) }),
    }),
    reply: Type.Object({ appInstance: AppInstance }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  listApps: {
    method: 'GET',
    path: '/apps-installer-service/v1/app-instances',
    summary: 'The apps of the site',
    access: { owner: 'any' },
    permission: 'OAUTH_APPS.READ',
    work: 'read',
    reply: Type.Object({ appInstances: Type.Array(AppInstance) }),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const appsContract = { apps: appsApi }
