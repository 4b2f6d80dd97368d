/**
 * As on a bad line: every other reply is held for up to half a second, each for another time, so that they come in another order than on this machine.
 * What a page shows in between, and what is pressed then, is tried in no other way.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Milliseconds. Files of the app come soon, what is asked of the server may take long. */
const LONGEST = { file: 60, reply: 500 }
const isFile = (url = ''): boolean => /^\/(assets|media)\//.test(url)

/** From now on requests wait before they reach the server. */
export function delayReplies(server: Server): void {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    if (Math.random() < 0.5) answer()
    else setTimeout(answer, Math.random() * (isFile(request.url) ? LONGEST.file : LONGEST.reply))
  })
}
