export const owns = ['member', 'contact', 'member_role']
