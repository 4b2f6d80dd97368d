export const welcome = 'welcome'
