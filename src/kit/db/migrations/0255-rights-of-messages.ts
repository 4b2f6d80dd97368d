/** Wording and reminders are a right of their own. Whoever managed the site keeps it. */
export const up = /* sql */ `
update team_role set permissions = array_append(permissions, 'SITES.MANAGE_MESSAGES') where 'SITES.MANAGE' = any (permissions);
update owner_site_role set permissions = array_append(permissions, 'SITES.MANAGE_MESSAGES') where 'SITES.MANAGE' = any (permissions);
update owner_invitation set permissions = array_append(permissions, 'SITES.MANAGE_MESSAGES') where 'SITES.MANAGE' = any (permissions);
update api_key set permissions = array_append(permissions, 'SITES.MANAGE_MESSAGES') where 'SITES.MANAGE' = any (permissions);
`
