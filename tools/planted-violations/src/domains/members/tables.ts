export const owns = ['member', 'contact', 'contact_email', 'member_role']
