/**
 * JSON bodies, also those that do not say that they are JSON: older client packages send them as `text/plain`, and programs
 * without a content type. Source: contract wire §2.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJson } from '../api/read-json.ts'

const hasBody = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
const isPlainText = (type: string): boolean => /^text\/plain\s*(;|$)/i.test(type)

/**
 * Reads `application/json`, `text/plain` and bodies without a type as JSON. Call it before cookies are parsed: a browser sends the
 * latter two for any page without asking first, so that such a request acts without cookies, with its token only.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    const type = headers['content-type']
    if ((type === undefined || isPlainText(type)) && hasBody(request)) {
      headers['content-type'] = 'text/plain'
      delete headers.cookie
    }
    done()
  })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, readJson(text as string))
    } catch (error) {
      done(error as Error, undefined)
    }
  })
}
