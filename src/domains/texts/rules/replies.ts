/** What people answer to a text message. Source: guide bookings §20.6. */

const stopWords = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'stopp',
  'abmelden',
  'ende',
  'arret',
  'arrêt',
  'baja',
  'alto',
])
const startWords = new Set(['start', 'unstop', 'yes', 'anmelden', 'oui', 'si', 'sí', 'alta'])

/** `STOP` ends all texts to a number, `START` allows them again; any other answer changes nothing. Only a whole message counts. */
export function readReply(body: string): 'STOP' | 'START' | 'OTHER' {
  const word = body.toLowerCase().replace(/[^\p{L}]/gu, '')
  if (stopWords.has(word)) return 'STOP'
  return startWords.has(word) ? 'START' : 'OTHER'
}
