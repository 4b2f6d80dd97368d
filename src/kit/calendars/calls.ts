/** The calls to other calendars, by provider. Passed in by app.ts: domains know the port alone. */
import { googleScope, openGoogle } from './google.ts'
import { openCalendarLink } from './ical-link.ts'
import { microsoftScope, openMicrosoft } from './microsoft.ts'
import { redeemCode, toConsentUrl } from './oauth.ts'
import { type CalendarCalls, CalendarProblem, type OAuthApps } from './port.ts'

const scopes = { GOOGLE: googleScope, MICROSOFT: microsoftScope } as const
const openers = { GOOGLE: openGoogle, MICROSOFT: openMicrosoft } as const

export function createCalendarCalls(apps: OAuthApps): CalendarCalls {
  const getApp = (provider: 'GOOGLE' | 'MICROSOFT') => {
    const app = apps[provider]
    if (!app) throw new CalendarProblem('NOT_CONFIGURED')
    return app
  }
  return {
    hasKeys: (provider) => apps[provider] !== undefined,
    async open(credentials) {
      if (credentials.provider === 'ICAL') return openCalendarLink(credentials.url)
      // Loaded with the first such calendar, for it brings a library: a start should not wait for it.
      if (credentials.provider === 'CALDAV') return (await import('./caldav.ts')).openCalDav(credentials)
      return openers[credentials.provider](getApp(credentials.provider), credentials.refreshToken)
    },
    toConsentUrl: (provider, options) => apps[provider] && toConsentUrl(apps[provider], scopes[provider], options),
    redeemCode: async (provider, options) => ({ provider, refreshToken: await redeemCode(getApp(provider), options) }),
  }
}
