import { expect, test } from 'vitest'
import { parsePage } from './addresses.ts'

test.each([
  ['/', { kind: 'FIXED' }],
  ['/services?type=CLASS', { kind: 'FIXED' }],
  ['/services/', { kind: 'FIXED' }],
  ['/booking/abc', { kind: 'FIXED' }],
  ['/dashboard/anything/at/all', { kind: 'FIXED' }],
  ['/service/morning-yoga', { kind: 'SERVICE', slug: 'morning-yoga' }],
  ['/service/k%C3%BCche', { kind: 'SERVICE', slug: 'küche' }],
  ['/embed/schedule', { kind: 'FIXED' }],
  ['/embed/service/morning-yoga', { kind: 'EMBEDDED_SERVICE', slug: 'morning-yoga' }],
  ['/team', { kind: 'TEAM' }],
  ['/team/lena-1a2b3c4d', { kind: 'TEAM_MEMBER', slug: 'lena-1a2b3c4d' }],
  ['/members', { kind: 'MEMBERS' }],
  ['/members/mia', { kind: 'MEMBER', slug: 'mia' }],
  ['/service-page/morning-yoga', { kind: 'SERVICE_LINK', slug: 'morning-yoga', to: 'PAGE' }],
  ['/booking-form?service=morning-yoga', { kind: 'SERVICE_LINK', slug: 'morning-yoga', to: 'BOOKING' }],
  ['/booking-calendar/morning-yoga', { kind: 'SERVICE_LINK', slug: 'morning-yoga', to: 'CALENDAR' }],
  ['/about', { kind: 'PAGE', slug: 'about' }],
  ['/about/', { kind: 'PAGE', slug: 'about' }],
  ['/about/us', { kind: 'UNKNOWN' }],
  ['/%C3%BCber-uns', { kind: 'UNKNOWN' }],
  ['/plans/gold', { kind: 'UNKNOWN' }],
  ['/service/%E0%A4%A', { kind: 'UNKNOWN' }],
  ['/wp-login.php', { kind: 'UNKNOWN' }],
])('%s', (url, address) => expect(parsePage(url)).toEqual(address))
